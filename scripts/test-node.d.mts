export function provideRuntime(name: string, version?: string): string;
