import type { Metadata } from 'next';
import classes from '../docs.module.css';
import { markdownDocument } from '../documents.ts';
import { Markdown } from '../markdown.tsx';

export const metadata: Metadata = { title: 'Changelog of the API' };

export default function ChangelogPage() {
  const document = markdownDocument('/docs/changelog');
  return (
    <article className={classes.prose}>
      <h1>{document.title}</h1>
      <Markdown document={document} />
    </article>
  );
}
