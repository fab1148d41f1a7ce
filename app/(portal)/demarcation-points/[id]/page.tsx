import { detailPage } from '../../detail-page.ts';
import { readDemarcationPoint } from '../../read-resource.ts';
import { DemarcationPointPage } from '../demarcation-point-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readDemarcationPoint(id),
  title: ({ name }) => name,
  render: (point) => <DemarcationPointPage initial={point} />,
});

export { generateMetadata };
export default Page;
