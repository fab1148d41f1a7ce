import type { ReactNode } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import type { Explanation } from '@/server/contract/portal/explanation.ts';
import { SentenceText } from '../../../components/format/sentence-text.tsx';
import classes from './explain-panel.module.css';

type ExplainPanelProps = {
  explanation: Explanation;
  /** The button that undoes what is pending. */
  undo?: ReactNode;
};

/** What happens next to a subscription and why. The server derives the sentences from the current state. */
export function ExplainPanel({ explanation, undo }: ExplainPanelProps) {
  return (
    <Panel title="What happens next" actions={undo}>
      <ul className={classes.root}>
        {explanation.sentences.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of lines
          <li key={index}>
            <SentenceText sentence={sentence} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
