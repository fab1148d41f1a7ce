import type { Metadata } from 'next';
import classes from '../docs.module.css';
import { markdownDocument } from '../documents.ts';
import { Markdown } from '../markdown.tsx';

export const metadata: Metadata = { title: 'Glossary' };

export default function GlossaryPage() {
  const document = markdownDocument('/docs/glossary');
  return (
    <>
      <h1>{document.title}</h1>
      <nav aria-label="Subjects" className={classes.jumps}>
        {document.sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <Markdown document={document} />
    </>
  );
}
