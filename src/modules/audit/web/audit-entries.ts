import { api, asAdmin } from '#platform/web/api-client.ts';
import { loadPages, pagesOf } from '#platform/web/paging.ts';
import { type AuditEntry, listAuditEntries } from '../contract.ts';

export interface AuditEntries {
  items: AuditEntry[];
  pages: number;
  more: boolean;
}

/** As much of the log as an address asks for. */
export function loadAuditEntries(request: Request): Promise<AuditEntries> {
  return asAdmin(request, async () => {
    const pages = pagesOf(new URL(request.url).searchParams);
    return { pages, ...(await loadPages(pages, (cursor) => api.send(listAuditEntries, { query: { cursor } }))) };
  });
}
