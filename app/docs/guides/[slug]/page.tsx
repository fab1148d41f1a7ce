import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import classes from '../../docs.module.css';
import { type GuideName, guide, guideNames } from '../../documents.ts';
import { Markdown } from '../../markdown.tsx';
import columns from './guide.module.css';

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
    <div className={columns.columns} data-columns>
      <nav aria-label="Guides" className={columns.side}>
        {guideNames.map(guide).map(({ path, title }) => (
          <Link
            key={path}
            href={path}
            prefetch={false}
            aria-current={path === document.path ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <article className={columns.article}>
        <h1>{document.title}</h1>
        {chapters.length > 1 && (
          <nav aria-label="On this page" className={columns.headings}>
            {chapters.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
        )}
        <div className={classes.prose}>
          <Markdown document={document} />
        </div>
      </article>
    </div>
  );
}
