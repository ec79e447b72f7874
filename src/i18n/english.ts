import account from './en/account.json' with { type: 'json' };
import admin from './en/admin.json' with { type: 'json' };
import buyer from './en/buyer.json' with { type: 'json' };
import design from './en/design.json' with { type: 'json' };
import find from './en/find.json' with { type: 'json' };
import item from './en/item.json' with { type: 'json' };
import mail from './en/mail.json' with { type: 'json' };
import modules from './en/modules.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import seller from './en/seller.json' with { type: 'json' };
import site from './en/site.json' with { type: 'json' };
import support from './en/support.json' with { type: 'json' };

// Later files win: they may reword what the design wrote first.
export const english = {
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
