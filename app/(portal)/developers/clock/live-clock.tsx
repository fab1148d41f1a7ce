import { Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';

/** The page of a live account, which has no test clock. */
export function LiveClock() {
  return (
    <>
      <PageHeader title="Test clock" />
      <Panel title="This is the live account">
        <Text maw={620}>
          Live accounts run on real time, which cannot be moved. To see the effects of months of billing,
          switch to your sandbox account. Its clock can be moved forward, and all work that is due until then
          runs before the response.
        </Text>
      </Panel>
    </>
  );
}
