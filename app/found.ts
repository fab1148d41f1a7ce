import { notFound } from 'next/navigation';

/** What a page is about. An id that the API does not know, or that is none, ends on the page for dead ends. */
export async function found<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    // The server is no part of the pages' bundle, so its error classes are told by their shape.
    const { code, cause } = error as { code?: string; cause?: { status?: number } };
    if (cause?.status === 404 || code === 'BAD_REQUEST') notFound();
    throw error;
  }
}
