import { expect, test } from 'vitest';
import { z } from 'zod';
import { CallError } from '#platform/contract/call-client.ts';
import { phone, price, text, years } from '#platform/contract/values.ts';
import { refusedForm } from './form.tsx';
import { checkForm } from './form-check.ts';

const schema = z.object({
  name: text(20, 'error.productName'),
  note: text(10).or(z.literal('')).default(''),
  cost: price,
  used: years.default(0),
  phone,
});

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return checkForm(form, schema);
}

const GOOD = { name: 'Pram', note: '', cost: '৪,৫০০', used: '', phone: '+৮৮০ ১৭১২-৩৪৫৬৭৮' };

test('an empty field counts as not given, and Bangla digits are read', () => {
  const submission = read(GOOD);
  expect(submission.status === 'success' && submission.value).toEqual({
    name: 'Pram',
    note: '',
    cost: 4500,
    used: 0,
    phone: '01712345678',
  });
});

test('an empty field gets the schema’s message, or defaultIssueMessage', () => {
  const { error } = read({ name: '', note: '', cost: '', used: '', phone: '' }).reply();
  expect(error).toMatchObject({ name: ['error.productName'], cost: ['error.required'] });
  expect(Object.keys(error ?? {}).sort()).toEqual(['cost', 'name', 'phone']);
});

test('the error of a union comes from its closest member', () => {
  const { error } = read({ ...GOOD, note: 'far too long a note', cost: 'cheap', used: '31' }).reply();
  expect(error).toEqual({ note: ['error.tooLong?n=10'], cost: ['error.number'], used: ['error.yearsRange'] });
});

test('a field that may repeat is a list, also when it is sent once', () => {
  const listed = schema.extend({ tags: z.array(z.string()).optional() });
  const tagsOf = (...tags: string[]) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(GOOD)) form.set(name, value);
    for (const tag of tags) form.append('tags', tag);
    const submission = checkForm(form, listed);
    return submission.status === 'success' && submission.value.tags;
  };
  expect(tagsOf('one', 'two')).toEqual(['one', 'two']);
  expect(tagsOf('one')).toEqual(['one']);
  expect(tagsOf()).toBeUndefined();
});

test('a rule about two fields is checked although other fields have errors', () => {
  const either = schema
    .extend({ tags: z.array(z.string()).optional(), link: z.string().optional() })
    .refine(({ tags, link }) => tags || link, { path: ['link'], error: 'error.imageRequired', when: () => true });
  const form = new FormData();
  form.set('name', '');
  expect(checkForm(form, either).reply().error).toMatchObject({
    link: ['error.imageRequired'],
    name: ['error.productName'],
  });
});

test('a refusal of the server shows errors of the form and of its fields [8.8]', () => {
  const problem = { type: 'x', title: 'x', status: 400, detail: '', message: 'Choose another name.' };
  const error = new CallError({ ...problem, errors: [{ field: 'name', message: 'Taken.' }] });
  expect(refusedForm(read(GOOD), error)).toMatchObject({
    status: 'error',
    error: { '': ['Choose another name.'], name: ['Taken.'] },
  });
});
