import { detailPage } from '../../detail-page.ts';
import { readVisit } from '../../read-resource.ts';
import { VisitPage } from '../visit-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readVisit(id),
  title: ({ customer }) => customer,
  render: (visit) => <VisitPage initial={visit} />,
});

export { generateMetadata };
export default Page;
