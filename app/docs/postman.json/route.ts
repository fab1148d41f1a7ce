import { portalBridge } from '@/server/api/bridge.ts';

/** The API as a Postman collection, made from the OpenAPI document that this server serves. */
export function GET(): Response {
  return new Response(portalBridge().postman(), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="demarc.postman_collection.json"',
      'cache-control': 'public, max-age=300',
    },
  });
}
