import { humanize } from '@/components/format/status-badge.tsx';
import { portalBridge } from '@/server/api/bridge.ts';
import { type Code, codes } from '@/server/contract/codes.ts';
import { type ErrorKey, refuse } from '@/server/contract/errors.ts';
import { eventEntry, eventTypes } from '@/server/contract/event-catalogue.ts';
import { type MetricName, metricDefinitions } from '@/server/contract/portal/metric-definitions.ts';
import { errorHelp } from '@/server/contract/texts/error-help.ts';
import { anchorOf } from './anchors.ts';
import { allDocuments, guide, guideNames } from './documents.ts';
import { documentedMachines, verbsOf } from './machines.ts';
import { API_REFERENCE } from './pages.ts';

/** A part of the documentation that the search finds. */
export type SearchEntry = { href: string; title: string; page: string; text: string };

let entries: SearchEntry[] | undefined;

/** All parts of the documentation, collected once: sections of documents, rows of tables, operations. */
export function searchEntries(): SearchEntry[] {
  entries ??= [
    ...sections(),
    ...operations(),
    ...events(),
    ...errors(),
    ...states(),
    ...figures(),
    ...terms(),
  ].map((entry) => ({ ...entry, text: entry.text.replaceAll('`', '') }));
  return entries;
}

function sections(): SearchEntry[] {
  const ofGuides = guideNames.map(guide).map(({ path, title, about }) => ({
    href: path,
    title,
    page: 'Guides',
    text: about,
  }));
  const ofSections = allDocuments().flatMap(({ path, title: page, sections }) =>
    sections.map(({ id, title, text }) => ({ href: `${path}#${id}`, title, page, text })),
  );
  return [...ofGuides, ...ofSections];
}

function operations(): SearchEntry[] {
  return portalBridge()
    .operations()
    .map(({ method, path, tag, summary }) => ({
      href: `${API_REFERENCE}#tag/${tag}/${method}${path}`,
      title: summary,
      page: 'API reference',
      text: `${method} ${path}`,
    }));
}

function events(): SearchEntry[] {
  return eventTypes.map((type) => ({
    href: `/docs/events#${anchorOf.event(type)}`,
    title: type,
    page: 'Events',
    text: eventEntry(type).when,
  }));
}

function errors(): SearchEntry[] {
  const ofErrors = (Object.keys(errorHelp) as ErrorKey[]).map((key) => {
    const { cause, remedy } = errorHelp[key];
    const [reason] = refuse(key).body.rejectionReasons;
    return {
      href: `/docs/errors#${anchorOf.error(key)}`,
      title: key,
      page: 'Errors',
      text: `${reason?.message ?? ''} ${cause} ${remedy}`,
    };
  });
  const ofCodes = (Object.keys(codes) as Code[]).map((code) => ({
    href: `/docs/errors#${anchorOf.code(code)}`,
    title: code,
    page: 'Codes of rejection reasons',
    text: codes[code],
  }));
  return [...ofErrors, ...ofCodes];
}

function states(): SearchEntry[] {
  return documentedMachines.flatMap(({ machine, machine: { name, states }, about }) => [
    {
      href: `/docs/states#${anchorOf.machine(name)}`,
      title: humanize(name),
      page: 'States',
      text: `${about} ${states.join(', ')}`,
    },
    ...verbsOf(machine).map(({ on, when = '', from, to }) => ({
      href: `/docs/states#${anchorOf.move(name, on)}`,
      title: `${humanize(name)}: ${on}`,
      page: 'States',
      text: `${[from].flat().join(', ')} to ${to}. ${when}`,
    })),
  ]);
}

function figures(): SearchEntry[] {
  return (Object.keys(metricDefinitions) as MetricName[]).map((metric) => ({
    href: `/docs/metrics#${metric}`,
    title: metricDefinitions[metric].title,
    page: 'Figures',
    text: metricDefinitions[metric].meaning,
  }));
}

function terms(): SearchEntry[] {
  return allDocuments().flatMap(({ path, title, terms }) =>
    terms.map(({ id, term, meaning }) => ({
      href: `${path}#${id}`,
      title: term,
      page: title,
      text: meaning,
    })),
  );
}
