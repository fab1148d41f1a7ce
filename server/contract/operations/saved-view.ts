import { portalRead, portalWrite } from '../operation.ts';
import { savedViewId, savedViewSave, savedViews, savedViewsOf } from '../portal/saved-view.ts';

export const savedViewOperations = {
  list: portalRead({ permission: 'read', input: savedViewsOf, output: savedViews }),
  save: portalWrite({ permission: 'read', input: savedViewSave, output: savedViewId }),
  delete: portalWrite({ permission: 'read', input: savedViewId, output: savedViewId }),
};
