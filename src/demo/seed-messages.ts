import type { Db } from '#platform/database/database.ts';
import type { SeededPerson } from './seeded-rows.ts';

const HOUR_MS = 60 * 60 * 1000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** Inserts messages of the contact form: two are open, the admin has answered one. */
export async function seedMessages(db: Db, admin: SeededPerson): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values([
      {
        name: 'Farhana Akter',
        email: 'farhana@example.com',
        subject: 'booking-or-payment',
        message:
          'Hello,\n\nI paid for a cot on Thursday and My Orders says Paid. The seller does not pick up the phone.\n\nI have called four times, in the morning and in the evening, and sent a text. We agreed on Friday at the metro station in Mirpur 10; nobody came, and it was raining.\n\nWhat can I do now? Please write back in Bangla or in English.',
        created_at: ago(5),
      },
      {
        name: 'রাশেদুল ইসলাম',
        email: 'rashed@example.com',
        subject: 'listing',
        message: 'একটি প্র্যামের ছবিতে একটি শিশুর মুখ দেখা যাচ্ছে। ছবিটি সরিয়ে দিলে ভালো হয়।',
        created_at: ago(29),
      },
      {
        name: 'Tahmid Hasan',
        email: 'tahmid@example.com',
        subject: 'account',
        message: 'I registered as a buyer by mistake. Can I sell with the same account?',
        created_at: ago(80),
        answered_at: ago(76),
        answered_by: admin.id,
      },
    ])
    .execute();
}
