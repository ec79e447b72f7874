import account from './bn/account.json' with { type: 'json' };
import admin from './bn/admin.json' with { type: 'json' };
import buyer from './bn/buyer.json' with { type: 'json' };
import design from './bn/design.json' with { type: 'json' };
import find from './bn/find.json' with { type: 'json' };
import item from './bn/item.json' with { type: 'json' };
import mail from './bn/mail.json' with { type: 'json' };
import modules from './bn/modules.json' with { type: 'json' };
import pages from './bn/pages.json' with { type: 'json' };
import seller from './bn/seller.json' with { type: 'json' };
import site from './bn/site.json' with { type: 'json' };
import support from './bn/support.json' with { type: 'json' };
import type { Messages } from './messages.ts';

export const bangla: Messages = {
  ...design,
  ...site,
  ...pages,
  ...modules,
  ...account,
  ...buyer,
  ...admin,
  ...mail,
  ...seller,
  ...support,
  ...item,
  ...find,
};
