import { detailPage } from '../../../detail-page.ts';
import { readCorrelation } from '../../../read-resource.ts';
import { CorrelationPage } from '../correlation-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readCorrelation(id),
  title: () => 'Correlation',
  render: (correlation) => <CorrelationPage correlation={correlation} />,
});

export { generateMetadata };
export default Page;
