import { detailPage } from '../../detail-page.ts';
import { readAnnouncement } from '../../read-resource.ts';
import { AnnouncementPage } from '../announcement-page.tsx';
import { kindLabels } from '../labels.ts';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readAnnouncement(id),
  title: ({ kind }) => kindLabels[kind],
  render: async (announcement) => <AnnouncementPage initial={announcement} />,
});

export { generateMetadata };
export default Page;
