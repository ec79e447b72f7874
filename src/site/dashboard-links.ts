import {
  Banknote,
  Flag,
  Heart,
  Languages,
  type LucideIcon,
  Mail,
  Package,
  Plus,
  ScrollText,
  ShoppingBag,
  Store,
  UserRound,
  Users,
} from 'lucide-react';
import type { MessageKey } from '#i18n/messages.ts';

interface DashboardLink {
  to: string;
  label: MessageKey;
  Sign: LucideIcon;
}

/** Who sees which part of the dashboard. */
export const LINKS_OF: Record<'buyer' | 'seller' | 'admin', DashboardLink[]> = {
  seller: [
    { to: '/dashboard/addproduct', label: 'dash.add', Sign: Plus },
    { to: '/dashboard/myproduct', label: 'dash.mine', Sign: Package },
    { to: '/dashboard/mybuyers', label: 'dash.buyers', Sign: Users },
    { to: '/dashboard/myreports', label: 'reports.mine', Sign: Flag },
  ],
  admin: [
    { to: '/dashboard/allsellers', label: 'dash.allSellers', Sign: Store },
    { to: '/dashboard/allbuyers', label: 'dash.allBuyers', Sign: Users },
    { to: '/dashboard/reporteditems', label: 'dash.reported', Sign: Flag },
    { to: '/dashboard/messages', label: 'support.messages', Sign: Mail },
    { to: '/dashboard/payments', label: 'payments.title', Sign: Banknote },
    { to: '/dashboard/words', label: 'synonyms.title', Sign: Languages },
    { to: '/dashboard/audit', label: 'audit.title', Sign: ScrollText },
  ],
  buyer: [
    { to: '/dashboard/myorders', label: 'dash.orders', Sign: ShoppingBag },
    { to: '/dashboard/mywishlist', label: 'dash.wishlist', Sign: Heart },
    { to: '/dashboard/myreports', label: 'reports.mine', Sign: Flag },
  ],
};

/** Everybody's, at the foot. */
export const ACCOUNT_LINK: DashboardLink = { to: '/dashboard/account', label: 'account.title', Sign: UserRound };
