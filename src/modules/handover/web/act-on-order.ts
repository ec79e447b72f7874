import { isPageMethod, PAGE_METHODS, type PageMethod } from '#modules/bookings/rules.ts';
import { CallError } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { choiceOf, type UserForm } from '#platform/forms/run-action.ts';
import {
  callOff,
  chooseMethod,
  confirmReceived,
  contradictNoShow,
  denyReceived,
  handOver,
  reportNoShow,
} from '../contract.ts';
import { CALL_OFF_REASONS } from '../rules.ts';
import { OTHER_REASON } from './reason-text.ts';

/** The answer to a code that was refused. */
export interface RefusedCode {
  /** As it was typed. */
  code: string;
  message: string;
  /** While codes are refused: when they are tried again, and in how many minutes. */
  locked?: { until: string; minutes: number } | undefined;
}

export interface OrderResult extends ActionResult {
  refusedCode?: RefusedCode;
  /** The error of the form that calls a booking off, with its input. */
  callOff?: { why: string; text: string; error: string };
  /** The provider's page, where the buyer pays. */
  leaveTo?: string;
}

const SECOND_MS = 1000;
const SECONDS_PER_MINUTE = 60;

/** The action of a booking's page: runs the intent of the form. */
export function actOnOrder(sent: UserForm<{ id: string }>): Promise<OrderResult> {
  const own = Object.keys(INTENTS) as (keyof typeof INTENTS)[];
  const intent = choiceOf(sent, 'intent', [...own, ...PAGE_METHODS]);
  return isPageMethod(intent) ? payElsewhere(sent.params.id, sent, intent) : INTENTS[intent](sent.params.id, sent);
}

const INTENTS = {
  received: async (id: string, { api, t }: UserForm) => {
    await api.send(confirmReceived, { params: { id } });
    return { done: true, message: t('act.haveItDone') };
  },
  denied: async (id: string, { api, t }: UserForm) => {
    await api.send(denyReceived, { params: { id } });
    return { done: true, message: t('act.notReceivedDone') };
  },
  cash: async (id: string, { api }: UserForm) => {
    await api.send(chooseMethod, { params: { id }, body: { method: 'cash' } });
    return { done: true, to: `/dashboard/myorders/${id}` };
  },
  noshow: async (id: string, { api, t }: UserForm) => {
    await api.send(reportNoShow, { params: { id } });
    return { done: true, message: t('act.noShowDone') };
  },
  contradict: async (id: string, { api, t }: UserForm) => {
    await api.send(contradictNoShow, { params: { id } });
    return { done: true, message: t('act.contradictDone') };
  },
  claim: async (id: string, { api, t }: UserForm) => {
    await api.send(handOver, { params: { bookingId: id }, body: { withoutCode: true } });
    return { done: true, message: t('hand.noCodeDone') };
  },
  code: enterCode,
  calloff: sendCallOff,
};

/** Chooses a method that is paid on the page of its provider. */
async function payElsewhere(id: string, { api }: UserForm, method: PageMethod): Promise<OrderResult> {
  const { redirectUrl } = await api.send(chooseMethod, { params: { id }, body: { method } });
  return { done: true, ...(redirectUrl ? { leaveTo: redirectUrl } : { to: `/dashboard/payment/${id}` }) };
}

async function enterCode(id: string, { api, form, t }: UserForm): Promise<OrderResult> {
  const code = String(form.get('code') ?? '');
  try {
    await api.send(handOver, { params: { bookingId: id }, body: { code } });
    return { done: true, message: t('hand.done') };
  } catch (error) {
    if (!(error instanceof CallError) || ![400, 422, 429].includes(error.status)) throw error;
    const { retryAfterSeconds, message, errors } = error.problem;
    return {
      done: false,
      refusedCode: {
        code,
        message: errors?.[0]?.message ?? message,
        ...(error.status === 429 && retryAfterSeconds && { locked: lockOf(retryAfterSeconds) }),
      },
    };
  }
}

function lockOf(seconds: number): RefusedCode['locked'] {
  return {
    until: new Date(Date.now() + seconds * SECOND_MS).toISOString(),
    minutes: Math.ceil(seconds / SECONDS_PER_MINUTE),
  };
}

async function sendCallOff(id: string, sent: UserForm): Promise<OrderResult> {
  const { api, form, t } = sent;
  const why = choiceOf(sent, 'why', [...CALL_OFF_REASONS, OTHER_REASON]);
  const text = String(form.get('text') ?? '').trim();
  try {
    await api.send(callOff, { params: { id }, body: { reason: why === OTHER_REASON ? text : why } });
    return { done: true, message: t('callOff.done', { item: String(form.get('item')) }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { errors, message } = error.problem;
    return { done: false, callOff: { why, text, error: errors?.[0]?.message || message || t('act.failed') } };
  }
}
