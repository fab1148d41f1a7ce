import type { Metadata } from 'next';
import { portalBridge } from '@/server/api/bridge.ts';
import classes from './api-reference.module.css';
import { ApiReference } from './api-reference.tsx';

export const metadata: Metadata = { title: 'API reference' };

/** The list of operations is there before the viewer, and without it. */
export default function ApiReferencePage() {
  return (
    <ApiReference>
      <div className={classes.plain}>
        <h1>API reference</h1>
        <p>
          <a href="/v1/openapi.json">The OpenAPI document</a> has all fields, answers and errors.
        </p>
        <ul>
          {portalBridge()
            .operations()
            .map(({ method, path, summary }) => (
              <li key={`${method} ${path}`}>
                {summary}{' '}
                <code>
                  {method} {path}
                </code>
              </li>
            ))}
        </ul>
      </div>
    </ApiReference>
  );
}
