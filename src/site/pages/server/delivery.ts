import type { ProsePage } from '../prose.ts';

export const delivery: ProsePage = {
  tone: 'sky',
  art: '/art/cut-bike.svg',
  en: {
    title: 'Delivery and pick-up',
    lead: '{product} has no vans and no couriers. Things go from one family to another at a point that suits both.',
    sections: [
      {
        id: 'point',
        heading: 'A point you both know',
        body: [
          'Every listing names a pick-up point, and every booking names one too. If they differ, the two of you agree on the phone. Good points are busy and dry: a metro station, a school gate, the front of a big shop, a mosque or a market you both pass anyway.',
          'The seller’s number stands in the listing for everyone who is signed in. Write it down before you pay: a sold listing leaves the shop.',
        ],
      },
      {
        id: 'day',
        heading: 'On the day',
        body: [
          {
            list: [
              'Go by daylight, and bring somebody if you like.',
              'Sellers: bring everything that was in the picture, and the missing screw.',
              'Buyers: open it, fold it, push it, look at the flaw that was described.',
              'Prams and cots are bigger than they look. Ask whether it fits into a CNG before you both stand there.',
            ],
          },
        ],
      },
      {
        id: 'far',
        heading: 'When you live far apart',
        body: [
          'You may agree on a courier or on somebody who travels that way. That is between the two of you: who sends it, who pays for it, and what happens if it breaks. {product} does not arrange it and does not insure it.',
        ],
      },
      {
        id: 'late',
        heading: 'When somebody does not come',
        body: [
          'Call first; traffic is traffic. An unpaid booking ends after 24 hours by itself, or when the buyer cancels it, or when the seller marks the thing SOLD. A seller need not wait longer than that.',
        ],
      },
    ],
  },
  bn: {
    title: 'ডেলিভারি ও পিকআপ',
    lead: '{product}-এর কোনো গাড়ি নেই, কুরিয়ারও নেই। জিনিস এক পরিবার থেকে আরেক পরিবারে যায়, দুজনের সুবিধার জায়গায়।',
    sections: [
      {
        id: 'point',
        heading: 'দুজনের চেনা জায়গা',
        body: [
          'প্রতিটি পণ্যে একটি পিকআপের জায়গা লেখা থাকে, প্রতিটি বুকিংয়েও। দুটো না মিললে ফোনে ঠিক করে নিন। ভালো জায়গা মানে লোকজন আছে, ছাউনি আছে: মেট্রো স্টেশন, স্কুলের গেট, বড় দোকানের সামনে, মসজিদ বা এমন বাজার যার পাশ দিয়ে দুজনেই যান।',
          'যাঁরা লগইন করেছেন তাঁরা সবাই পণ্যের পাশে বিক্রেতার নম্বর দেখেন। দাম দেওয়ার আগেই লিখে রাখুন: বিক্রি হয়ে গেলে পণ্যটি দোকান থেকে সরে যায়।',
        ],
      },
      {
        id: 'day',
        heading: 'নেওয়ার দিন',
        body: [
          {
            list: [
              'দিনের আলোয় যান, চাইলে কাউকে সাথে নিন।',
              'বিক্রেতা: ছবিতে যা ছিল সব আনুন, হারানো স্ক্রুটাও।',
              'ক্রেতা: খুলে দেখুন, ভাঁজ করুন, ঠেলে দেখুন, যে খুঁতের কথা লেখা ছিল সেটি দেখুন।',
              'প্র্যাম আর খাট যত ছোট মনে হয় তত ছোট নয়। সিএনজিতে ধরবে কি না আগেই জেনে নিন।',
            ],
          },
        ],
      },
      {
        id: 'far',
        heading: 'বাড়ি দূরে হলে',
        body: [
          'কুরিয়ার বা ওদিকে যাচ্ছেন এমন কারও কথা দুজনে মিলে ঠিক করতে পারেন। কে পাঠাবেন, খরচ কার, ভেঙে গেলে কী হবে, সেটি আপনাদের দুজনের ব্যাপার। {product} এর ব্যবস্থা করে না, বিমাও করে না।',
        ],
      },
      {
        id: 'late',
        heading: 'কেউ না এলে',
        body: [
          'আগে ফোন করুন; যানজট তো যানজটই। টাকা না দেওয়া বুকিং ২৪ ঘণ্টা পর নিজে থেকে শেষ হয়, অথবা ক্রেতা বাতিল করলে, অথবা বিক্রেতা জিনিসটি বিক্রীত করে দিলে। বিক্রেতাকে এর বেশি অপেক্ষা করতে হয় না।',
        ],
      },
    ],
  },
};
