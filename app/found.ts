import { notFound } from 'next/navigation';

/** The resource of a page. An unknown or invalid id, and a page of another role, lead to the page "not found". */
export async function found<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    // The pages' bundle does not contain the server, so its errors are recognised by their shape.
    const { code, cause } = error as { code?: string; cause?: { status?: number } };
    if (cause?.status === 404 || cause?.status === 403 || code === 'BAD_REQUEST') notFound();
    throw error;
  }
}
