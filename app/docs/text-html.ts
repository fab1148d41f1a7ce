import { Parser, Renderer, type Token, type Tokens } from 'marked';
import { escaped } from '@/server/contract/escaped.ts';
import classes from './docs.module.css';
import { hrefFrom, type MarkdownDocument } from './documents.ts';

/**
 * The HTML of blocks of a document without code. One text is rendered in less than half of the time that an element for each word takes.
 * @param heading the name of a table for screen readers
 * @throws Error for HTML, images and code among them
 */
export function textHtml(blocks: Token[], document: MarkdownDocument, heading: string): string {
  const parser = new Parser({ renderer: rendererOf(document, heading) });
  return parser.parse(blocks);
}

function rendererOf(document: MarkdownDocument, heading: string): Renderer {
  const refuse = ({ type }: Token): never => {
    throw new Error(`${document.path} contains ${type} within a text`);
  };
  const renderer = new Renderer();
  renderer.html = refuse;
  renderer.image = refuse;
  renderer.code = refuse;
  renderer.heading = function (token) {
    const name = token.depth === 2 ? 'h2' : 'h3';
    return `<${name} id="${document.ids.get(token)}">${this.parser.parseInline(token.tokens)}</${name}>`;
  };
  renderer.link = function ({ href, tokens }) {
    return `<a href="${escaped(hrefFrom(document.path, href))}">${this.parser.parseInline(tokens)}</a>`;
  };
  renderer.table = function ({ header, rows }) {
    const columns = header.map(({ text }) => escaped(text));
    const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
    const lines = rows.map(([first, ...rest]) => {
      const id = first && document.ids.get(first);
      const name = first ? inner(first) : '';
      const shown = id ? `<a href="#${id}" class="${classes.anchor}">${name}</a>` : name;
      const cells = rest.map(
        (cell, i) =>
          `<td data-label="${columns[i + 1]}"><div class="${classes.cell}">${inner(cell)}</div></td>`,
      );
      return `<tr${id ? ` id="${id}"` : ''}><th scope="row">${shown}</th>${cells.join('')}</tr>`;
    });
    const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
    return `<table class="${classes.table}" aria-label="${escaped(heading)}"><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
  };
  return renderer;
}
