import type { Metadata } from 'next';
import Link from 'next/link';
import { humanize } from '@/components/format/status-badge.tsx';
import type { Machine } from '@/server/state/define-machine.ts';
import { anchorOf } from '../anchors.ts';
import classes from '../docs.module.css';
import { documentedMachines, statesInUse, verbsOf } from '../machines.ts';
import { Prose } from '../prose.tsx';
import { ReferenceTable } from '../reference-table.tsx';

export const metadata: Metadata = { title: 'States' };

export default function StatesPage() {
  return (
    <>
      <h1>States</h1>
      <p className={classes.lead}>
        The server works with these tables. A move that they do not list cannot be made.
      </p>
      <ul className={classes.terms}>
        <li>
          <b>Event</b> is the event of the move. Changes of other resources have events of their own.
        </li>
        <li>
          <b>Otherwise</b> is the error of a request for the move in any other state. An operation may name a
          more specific error. A move that follows from time or from another move is not made then.
        </li>
        <li>
          <b>Source</b> says whether the API contract or Demarc defines the move.
        </li>
      </ul>
      <nav aria-label="State machines" className={classes.jumps}>
        {documentedMachines.map(({ machine: { name } }) => (
          <a key={name} href={`#${anchorOf.machine(name)}`}>
            {humanize(name)}
          </a>
        ))}
      </nav>
      {documentedMachines.map(({ machine, about }) => (
        <section key={machine.name} id={anchorOf.machine(machine.name)}>
          <h2>{humanize(machine.name)}</h2>
          <p>
            <Prose>{about}</Prose>
          </p>
          <States machine={machine} />
          <Moves machine={machine} />
        </section>
      ))}
    </>
  );
}

function States({ machine }: { machine: Machine }) {
  const inUse = statesInUse(machine);
  return (
    <ul className={classes.states} aria-label={`States of ${humanize(machine.name).toLowerCase()}`}>
      {machine.states.map((state) => {
        const note = noteOn(machine, state, inUse);
        return (
          <li key={state} data-quiet={note ? true : undefined}>
            <code>{state}</code>
            {note && <span>{note}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function noteOn({ terminal }: Machine, state: string, inUse: Set<string>): string | null {
  if (!inUse.has(state)) return 'terminal; the contract names it, nothing here leads to it';
  return terminal.includes(state) ? 'terminal' : null;
}

function Moves({ machine }: { machine: Machine }) {
  return (
    <ReferenceTable
      label={`Moves of ${humanize(machine.name).toLowerCase()}`}
      columns={['Move', 'From', 'To', 'When', 'Event', 'Otherwise', 'Source']}
      rows={machine.moves.map((move) => {
        const { on, from, to, when, emits, source, else: otherwise = 'CONFLICT' } = move;
        return {
          id: verbsOf(machine).includes(move) ? anchorOf.move(machine.name, on) : undefined,
          cells: [
            <code key="on">{on}</code>,
            <span key="from" className={classes.stack}>
              {[from].flat().map((state) => (
                <code key={state}>{state}</code>
              ))}
            </span>,
            <code key="to">{to}</code>,
            <Prose key="when">{when ?? ''}</Prose>,
            emits ? (
              <Link key="emits" href={`/docs/events#${anchorOf.event(emits)}`} prefetch={false}>
                <code>{emits}</code>
              </Link>
            ) : (
              <span key="emits" className={classes.quiet}>
                nothing
              </span>
            ),
            <Link key="else" href={`/docs/errors#${anchorOf.error(otherwise)}`} prefetch={false}>
              <code>{otherwise}</code>
            </Link>,
            source === 'contract' ? 'Contract' : 'Demarc',
          ],
        };
      })}
    />
  );
}
