/**
 * Code of a guide with the address of this server in the place of the variable that has it, so that it can be copied as it is.
 * @param address without a slash at its end
 */
export function withServerAddress(code: string, address: string): string {
  return code
    .replace(/^(export DEMARC_BASE_URL=).*$/gm, (_, start: string) => start + address)
    .replace(/"?\$DEMARC_BASE_URL(?!\w)/g, (found) => (found.startsWith('"') ? '"' : '') + address)
    .replace(/process\.env\.DEMARC_BASE_URL( \?\? '')?/g, () => `'${address}'`)
    .replaceAll('os.environ["DEMARC_BASE_URL"]', `"${address}"`)
    .replaceAll('os.Getenv("DEMARC_BASE_URL")', `"${address}"`);
}
