import type { Metadata } from 'next';
import classes from '../docs.module.css';
import { markdownDocument } from '../documents.ts';
import { Markdown } from '../markdown.tsx';

export const metadata: Metadata = { title: 'The contract' };

export default function ContractPage() {
  const document = markdownDocument('/docs/contract');
  return (
    <article className={classes.prose}>
      <h1>{document.title}</h1>
      <Markdown document={document} />
    </article>
  );
}
