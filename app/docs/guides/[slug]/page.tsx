import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import classes from '../../docs.module.css';
import { type GuideName, guide, guideNames } from '../../documents.ts';
import { Markdown } from '../../markdown.tsx';

type Props = { params: Promise<{ slug: string }> };

async function guideOf({ params }: Props) {
  const { slug } = await params;
  return guideNames.some((name) => name === slug) ? guide(slug as GuideName) : notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await guideOf(props)).title };
}

export default async function GuidePage(props: Props) {
  const document = await guideOf(props);
  const chapters = document.sections.filter(({ depth }) => depth === 2);
  return (
    <article className={classes.prose}>
      <h1>{document.title}</h1>
      {chapters.length > 2 && (
        <nav aria-label="On this page" className={classes.jumps}>
          {chapters.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      <Markdown document={document} />
    </article>
  );
}
