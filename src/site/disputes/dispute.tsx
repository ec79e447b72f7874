import './disputes.css';
import { useRef } from 'react';
import { data } from 'react-router';
import { type DisputeDetails, getDispute } from '#modules/disputes/contract.ts';
import { usePhaseFocus } from '#modules/handover/web/use-phase-focus.ts';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Chip } from '#ui/chip.tsx';
import type { Route } from './+types/dispute.ts';
import { actOnDispute, isQuestion } from './act-on-dispute.ts';
import { DecisionForm } from './decision-form.tsx';
import { DisputeSteps, ListedItem, Sums } from './dispute-facts.tsx';
import { DisputeMessage } from './dispute-message.tsx';
import { DisputePanel } from './dispute-panel.tsx';
import { MissingDispute } from './missing-dispute.tsx';

export const handle = { thing: 'disputes.thing' } as const;

/** The dispute is null, with the status 404, when its reader has none with this id. */
export const loader = authenticatedLoader(async ({ api, params }: UserRequest<Route.LoaderArgs['params']>) => {
  const dispute = await api.send(getDispute, { params }).catch(nullIfMissing);
  return data({ dispute }, { status: dispute ? 200 : 404 });
});
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(actOnDispute);
export const clientAction = toastedAction<Route.ClientActionArgs>((form) =>
  isQuestion(String(form.get('intent'))) ? 'error.unavailable' : undefined,
);

export default function DisputePage({ loaderData: { dispute } }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  if (!dispute) return <MissingDispute />;
  const title = t('disputes.heading', { item: dispute.itemName });
  return (
    <>
      <title>{`${title} · ${product}`}</title>
      <BackLink to="/dashboard/disputes">{t('dash.disputes')}</BackLink>
      <h1 tabIndex={-1} className="dispute-title">
        {title}
      </h1>
      {dispute.side === 'store' ? <ForAdmin dispute={dispute} /> : <ForSide dispute={dispute} />}
    </>
  );
}

function ForSide({ dispute }: { dispute: DisputeDetails }) {
  const { t } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  usePhaseFocus(heading, dispute.state);
  return (
    <div className="dispute">
      <div className="dispute-column">
        <Thread dispute={dispute} />
        <DisputePanel dispute={dispute} heading={heading} />
      </div>
      <div className="dispute-column">
        <Sums dispute={dispute} />
        <DisputeSteps dispute={dispute} />
        <ListedItem dispute={dispute} />
        <p className="dispute-note">{t('disputes.kept')}</p>
      </div>
    </div>
  );
}

function Thread({ dispute }: { dispute: DisputeDetails }) {
  const { t } = useTranslator();
  if (dispute.thread.length === 0) return <p className="dispute-note">{t('disputes.forgotten')}</p>;
  return dispute.thread.map((entry) => <DisputeMessage key={entry._id} dispute={dispute} entry={entry} />);
}

/** The listing, both sides in two columns, then timeline and decision. */
function ForAdmin({ dispute }: { dispute: DisputeDetails }) {
  const { t, money } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  const { thread, history, itemPrice, state } = dispute;
  const of = (side: 'buyer' | 'seller') => thread.filter(({ by }) => by === side);
  return (
    <>
      <p className="dispute-chips">
        <Chip tone={state === 'closed' ? 'mute' : 'wait'}>{t(`disputes.state.${state}`)}</Chip>
        {state !== 'closed' && <Chip tone="mute">{t('disputes.onHold', { amount: money(itemPrice) })}</Chip>}
      </p>
      <ListedItem dispute={dispute} />
      <div className="dispute-sides">
        {(['buyer', 'seller'] as const).map((side) => (
          <section key={side} className="dispute-column" aria-label={t(`disputes.${side}`)}>
            {of(side).map((entry) => (
              <DisputeMessage key={entry._id} dispute={dispute} entry={entry} />
            ))}
            {of(side).length === 0 && <p className="dispute-note">{t('disputes.noAnswer')}</p>}
            {history && (
              <p className="dispute-note num">
                {side === 'seller'
                  ? t('disputes.history.seller', history.seller)
                  : t('disputes.history', history.buyer)}
              </p>
            )}
          </section>
        ))}
      </div>
      <div className="dispute">
        <div className="dispute-column">
          {thread
            .filter(({ by }) => by === 'store')
            .map((entry) => (
              <DisputeMessage key={entry._id} dispute={dispute} entry={entry} />
            ))}
          <DisputeSteps dispute={dispute} />
        </div>
        <div className="dispute-column">
          {dispute.mayDecide ? (
            <DecisionForm dispute={dispute} />
          ) : (
            <DisputePanel dispute={dispute} heading={heading} />
          )}
          <Sums dispute={dispute} />
        </div>
      </div>
    </>
  );
}
