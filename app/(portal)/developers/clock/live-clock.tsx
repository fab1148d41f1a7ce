import { Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';

/** What a live account gets to see instead of a clock to move. */
export function LiveClock() {
  return (
    <>
      <PageHeader title="Test clock" />
      <Panel title="This is the live account">
        <Text maw={620}>
          Live accounts run on real time, and nobody can move it. To see what months of billing bring about,
          switch to your sandbox account: there the clock can be moved ahead, and everything that falls due on
          the way is done before the answer comes.
        </Text>
      </Panel>
    </>
  );
}
