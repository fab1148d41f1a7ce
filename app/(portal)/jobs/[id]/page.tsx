import { detailPage } from '../../detail-page.ts';
import { readJob } from '../../read-resource.ts';
import { JobPage } from '../job-page.tsx';
import { jobTitle } from '../labels.ts';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readJob(id),
  title: jobTitle,
  render: (job) => <JobPage initial={job} />,
});

export { generateMetadata };
export default Page;
