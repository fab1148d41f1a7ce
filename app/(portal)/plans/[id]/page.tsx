import { detailPage } from '../../detail-page.ts';
import { readPlan } from '../../read-resource.ts';
import { loadFloors } from '../load.ts';
import { PlanPage } from '../plan-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readPlan(id),
  title: ({ planName }) => planName,
  render: async (plan) => <PlanPage initial={plan} floors={await loadFloors()} />,
});

export { generateMetadata };
export default Page;
