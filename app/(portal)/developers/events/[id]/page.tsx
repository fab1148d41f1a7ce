import { detailPage } from '../../../detail-page.ts';
import { readEvent } from '../../../read-resource.ts';
import { EventPage } from '../event-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readEvent(id),
  title: ({ type }) => type,
  render: (event) => <EventPage event={event} />,
});

export { generateMetadata };
export default Page;
