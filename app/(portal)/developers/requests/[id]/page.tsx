import { detailPage } from '../../../detail-page.ts';
import { readApiRequest } from '../../../read-resource.ts';
import { RequestPage } from '../request-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readApiRequest(id),
  title: ({ method, path }) => `${method} ${path}`,
  render: (request) => <RequestPage request={request} />,
});

export { generateMetadata };
export default Page;
