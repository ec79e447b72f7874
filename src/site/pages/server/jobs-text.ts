import type { ProsePage } from '../prose.ts';

export const jobs: ProsePage = {
  tone: 'lilac',
  art: '/art/cut-blocks.svg',
  en: {
    title: 'Jobs',
    lead: 'There are no jobs to be had at {product} today. It has no office and no staff.',
    sections: [
      {
        id: 'why',
        heading: 'Why an empty page',
        body: [
          'A jobs page that is always hiring wastes the time of people who need work. When there is a job, it will stand here with its pay, its hours and the name of the person who decides. Until then there is none, and nobody who offers you one in the name of {product} speaks for it.',
          'Nobody here will ever ask you for money to apply. If somebody does, it is a fraud.',
        ],
      },
      {
        id: 'help',
        heading: 'If you would like to help',
        body: [
          '{product} is free software. It can use people who write Bangla as it is spoken, who test with a screen reader or an old phone, who draw, and who program in TypeScript. The file CONTRIBUTING.md in its source says how to begin, and a question about it can be [asked here](/contact?subject=press-or-jobs). That is unpaid, and it is honest to say so.',
          'The other way to help takes five minutes: [list](/selling) one thing your child has outgrown.',
        ],
      },
    ],
  },
  bn: {
    title: 'চাকরি',
    lead: '{product}-এ আজ কোনো চাকরি নেই। এর অফিস নেই, কর্মীও নেই।',
    sections: [
      {
        id: 'why',
        heading: 'পাতাটি খালি কেন',
        body: [
          'যে পাতায় সারা বছর লোক নেওয়া হয়, সেটি কাজ খুঁজছেন এমন মানুষের সময় নষ্ট করে। কাজ থাকলে বেতন, সময় আর কে সিদ্ধান্ত নেন তাঁর নামসহ এখানে লেখা থাকবে। তার আগে কোনো কাজ নেই, আর {product}-এর নামে কেউ চাকরি দিতে চাইলে তিনি {product}-এর কেউ নন।',
          'আবেদনের জন্য এখানে কেউ কখনো টাকা চাইবেন না। চাইলে সেটি প্রতারণা।',
        ],
      },
      {
        id: 'help',
        heading: 'সাহায্য করতে চাইলে',
        body: [
          '{product} মুক্ত সফটওয়্যার। মুখের বাংলায় লিখতে পারেন, স্ক্রিন রিডার বা পুরোনো ফোনে পরখ করতে পারেন, আঁকতে পারেন বা টাইপস্ক্রিপ্টে প্রোগ্রাম লিখতে পারেন, এমন সবাইকে দরকার। সোর্সের CONTRIBUTING.md ফাইলে লেখা আছে শুরু করবেন কীভাবে, প্রশ্ন থাকলে [এখানে লিখুন](/contact?subject=press-or-jobs)। এতে পারিশ্রমিক নেই, সে কথা সোজাসুজি বলাই ভালো।',
          'আরেকভাবে সাহায্য করা যায় পাঁচ মিনিটে: সন্তানের ছোট হয়ে যাওয়া একটি জিনিস [তালিকায় তুলুন](/selling)।',
        ],
      },
    ],
  },
};
