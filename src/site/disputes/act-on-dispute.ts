import {
  answerDispute,
  appealDecision,
  decideDispute,
  openDispute,
  replyToAnswer,
  returnItem,
} from '#modules/disputes/contract.ts';
import { ANSWERS, CLAIM_REASONS, OUTCOMES, REPLIES, WANTS } from '#modules/disputes/rules.ts';
import { CallError } from '#platform/contract/call-client.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { choiceOf, type UserForm } from '#platform/forms/run-action.ts';

/** The action of a dispute's page: runs the intent of the form. */
export function actOnDispute(sent: UserForm<{ id: string }>): Promise<ActionResult> {
  const intent = choiceOf(sent, 'intent', Object.keys(INTENTS) as (keyof typeof INTENTS)[]);
  const act = () => INTENTS[intent](sent.params.id, sent);
  return isQuestion(intent) ? act() : keepingInput(sent, act);
}

/** Whether a form of a dispute is a confirmation without fields: a refusal of it is shown as a notice. */
export function isQuestion(intent: string): boolean {
  return intent === 'leave' || intent === 'back';
}

const textOf = ({ form }: UserForm, name: string) => String(form.get(name) ?? '');
const amountOf = (sent: UserForm) => (textOf(sent, 'amount').trim() ? { amount: textOf(sent, 'amount') } : {});
const photosOf = ({ form }: UserForm) => form.getAll('photos').map(String);

const INTENTS = {
  answer: async (id: string, sent: UserForm) => {
    const answer = choiceOf(sent, 'answer', ANSWERS, 'disputes.answerMissing');
    const amount = answer === 'offer' ? amountOf(sent) : {};
    const body = { answer, ...amount, text: textOf(sent, 'text'), photos: photosOf(sent) };
    await sent.api.send(answerDispute, { params: { id }, body });
    return { done: true, message: sent.t('disputes.answered') };
  },
  reply: async (id: string, sent: UserForm) => {
    await sent.api.send(replyToAnswer, { params: { id }, body: { reply: choiceOf(sent, 'reply', REPLIES) } });
    return { done: true, message: sent.t('disputes.replied') };
  },
  leave: async (id: string, { api, t }: UserForm) => {
    await api.send(replyToAnswer, { params: { id }, body: { reply: 'accept' } });
    return { done: true, message: t('disputes.replied') };
  },
  code: async (id: string, sent: UserForm) => {
    await sent.api.send(returnItem, { params: { id }, body: { code: textOf(sent, 'code') } });
    return { done: true, message: sent.t('disputes.returned') };
  },
  back: async (id: string, { api, t }: UserForm) => {
    await api.send(returnItem, { params: { id }, body: {} });
    return { done: true, message: t('disputes.returned') };
  },
  tried: async (id: string, { api, t }: UserForm) => {
    await api.send(returnItem, { params: { id }, body: {} });
    return { done: true, message: t('disputes.triedDone') };
  },
  decision: async (id: string, sent: UserForm) => {
    const outcome = choiceOf(sent, 'outcome', OUTCOMES, 'disputes.outcomeMissing');
    const amount = outcome === 'part' ? amountOf(sent) : {};
    const withReturn = sent.form.get('withReturn') === 'on';
    const body = { outcome, ...amount, withReturn, reason: textOf(sent, 'reason') };
    await sent.api.send(decideDispute, { params: { id }, body });
    return { done: true, message: sent.t('disputes.decideDone') };
  },
  appeal: async (id: string, sent: UserForm) => {
    await sent.api.send(appealDecision, { params: { id }, body: { reason: textOf(sent, 'reason') } });
    return { done: true, message: sent.t('disputes.appealed') };
  },
};

/** The action of the form that opens a dispute of a booking. */
export function claim(sent: UserForm<{ id: string }>): Promise<ActionResult> {
  return keepingInput(sent, async () => {
    const want = choiceOf(sent, 'want', WANTS, 'disputes.wantMissing');
    const body = {
      reason: choiceOf(sent, 'reason', CLAIM_REASONS, 'disputes.reasonMissing'),
      text: textOf(sent, 'text'),
      photos: photosOf(sent),
      want,
      ...(want === 'part' ? amountOf(sent) : {}),
    };
    const { insertedId } = await sent.api.send(openDispute, { params: sent.params, body });
    return { done: true, message: sent.t('disputes.sent'), to: `/dashboard/disputes/${insertedId}` };
  });
}

/** A refusal keeps the typed text, with each message at its field. */
async function keepingInput({ form }: UserForm, act: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 401) throw error;
    const { errors = [], message, title } = error.problem;
    const initialValue = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const faults = Object.fromEntries(errors.map(({ field, message }) => [field, [message]]));
    return {
      done: false,
      refused: {
        status: 'error',
        initialValue,
        error: { ...faults, ...(errors.length > 0 ? {} : { '': [message || title] }) },
      },
      ...(error.status >= 500 && { unanswered: true }),
    };
  }
}
