import type { Metadata } from 'next';
import { codes } from '@/server/contract/codes.ts';
import { failureBody } from '@/server/contract/envelope.ts';
import {
  type BusinessError,
  businessErrors,
  type ErrorKey,
  type GenericError,
  genericErrors,
  type MessageError,
  messageErrors,
  type RefusalBody,
  refuse,
} from '@/server/contract/errors.ts';
import { errorHelp } from '@/server/contract/texts/error-help.ts';
import { anchorOf } from '../anchors.ts';
import classes from '../docs.module.css';
import { Example, laidOut } from '../example.tsx';
import { Prose } from '../prose.tsx';
import { ReferenceTable } from '../reference-table.tsx';

export const metadata: Metadata = { title: 'Errors' };

const envelope: Record<'success' | keyof RefusalBody | 'correlationId', string> = {
  success: 'False.',
  error: 'A summary: a sentence or a short name. Show it. Branch on a code if there is one.',
  errorCode: 'The name of the error, if it has one.',
  rejectionReasons:
    'All reasons: `field` (a dot-path, or `_` for the request as a whole), `code` and `message`. All invalid fields are reported together.',
  details: 'More data about the error, if there is any.',
  correlationId: 'The id of the request, as in the header `x-correlation-id`.',
};

const keysOf = <K extends ErrorKey>(errors: Record<K, unknown>) => Object.keys(errors) as K[];

const groups: { id: string; title: string; about: string; keys: ErrorKey[] }[] = [
  {
    id: 'named',
    title: 'Errors with an errorCode',
    about: 'The name is in `errorCode`, the sentence in `error`.',
    keys: keysOf<BusinessError>(businessErrors),
  },
  {
    id: 'worded',
    title: 'Errors without an errorCode',
    about: '`error` holds exactly this text.',
    keys: keysOf<MessageError>(messageErrors),
  },
  {
    id: 'shared',
    title: 'Errors of every endpoint',
    about:
      'There is no `errorCode`. An operation may name a field, a more specific code or a more specific message.',
    keys: keysOf<GenericError>(genericErrors),
  },
];

export default function ErrorsPage() {
  return (
    <>
      <h1>Errors</h1>
      <p className={classes.lead}>
        All errors under <code>/v1</code> have one form. A refused request changes nothing.
      </p>

      <section id="envelope">
        <h2>Envelope</h2>
        <ReferenceTable
          label="Fields of the envelope"
          columns={['Field', 'Holds']}
          rows={Object.entries(envelope).map(([field, holds]) => ({
            id: `envelope.${field}`,
            cells: [<code key="field">{field}</code>, <Prose key="holds">{holds}</Prose>],
          }))}
        />
        <Example label="Example: a plan that is too cheap, status 400">
          {laidOut(
            failureBody(refuse('PLAN_PRICE_BELOW_FLOOR').body, '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c'),
          )}
        </Example>
        <p>
          After 429 and 503, repeat the request when the seconds of <code>Retry-After</code> are over. After
          500 and 502, repeat it with growing pauses. Send the same <code>Idempotency-Key</code> with a
          repeated write. Do not repeat a request after any other error.
        </p>
      </section>

      {groups.map(({ id, title, about, keys }) => (
        <section key={id} id={id}>
          <h2>{title}</h2>
          <p>
            <Prose>{about}</Prose>
          </p>
          <ReferenceTable
            label={title}
            columns={['Error', 'Status', 'Code', 'Field', 'Message, cause and remedy']}
            rows={keys.map(errorRow)}
          />
        </section>
      ))}

      <section id="codes">
        <h2>Codes</h2>
        <p>
          What <code>rejectionReasons[].code</code> can be, with the message it has where nothing better is
          known.
        </p>
        <ReferenceTable
          label="Codes"
          columns={['Code', 'Message']}
          rows={(Object.keys(codes) as (keyof typeof codes)[]).map((code) => ({
            id: anchorOf.code(code),
            cells: [<code key="code">{code}</code>, codes[code]],
          }))}
        />
      </section>
    </>
  );
}

/** Taken from a refusal as a caller would get it, so the page cannot differ from the API. */
function errorRow(key: ErrorKey) {
  const { status, body } = refuse(key);
  const error = body.errorCode ?? body.error;
  const { cause, remedy } = errorHelp[key];
  return {
    id: anchorOf.error(key),
    cells: [
      <code key="error">{key}</code>,
      status,
      ...body.rejectionReasons.slice(0, 1).flatMap(({ field, code, message }) => [
        <a key="code" href={`#${anchorOf.code(code)}`}>
          <code>{code}</code>
        </a>,
        <code key="field">{field}</code>,
        <div key="message" className={classes.stack}>
          <span className={classes.quiet}>
            {message}
            {error !== key && (
              <>
                {' '}
                <code>error</code> is <code>{error}</code>.
              </>
            )}
          </span>
          <span>
            <b>Cause:</b> <Prose>{cause}</Prose>
          </span>
          <span>
            <b>Remedy:</b> <Prose>{remedy}</Prose>
          </span>
        </div>,
      ]),
    ],
  };
}
