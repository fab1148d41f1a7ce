import { portalRead, portalWrite } from '../operation.ts';
import { subscriberTags, subscriberTagsQuery, subscriberTagsSet, tags } from '../portal/tag.ts';
import { nothing } from '../primitives.ts';

export const tagOperations = {
  list: portalRead({ permission: 'read', input: nothing, output: tags }),
  ofSubscriber: portalRead({ permission: 'read', input: subscriberTagsQuery, output: subscriberTags }),
  set: portalWrite({ permission: 'notes:write', input: subscriberTagsSet, output: subscriberTags }),
};
