import type { ProsePage } from '../prose.ts';

export const press: ProsePage = {
  tone: 'blush',
  art: '/art/cut-teddy.svg',
  en: {
    title: 'Press kit',
    lead: 'For those who write about {product}: what it is, what it is called, and what you may print.',
    sections: [
      {
        id: 'sentence',
        heading: 'In one sentence',
        body: [
          '{product} is an online store where parents in Bangladesh sell and buy second-hand children’s and family goods, in English and in Bangla.',
        ],
      },
      {
        id: 'facts',
        heading: 'Facts',
        body: [
          {
            list: [
              'Listing and booking are free. {product} takes no fee from either side.',
              'Buyers pay by card through a card provider, or settle it between themselves. Things are handed over at a point both choose.',
              'Condition is said in three words: Excellent, Good, Fair.',
              'Sellers are shown by first name and an initial. A tick marks those an admin has checked.',
              'No advertising by companies, no trackers.',
              'It is free software under the MIT licence.',
            ],
          },
          'We publish no figures of users or sales here. What the demo shows is made up, and says so.',
        ],
      },
      {
        id: 'name',
        heading: 'The name and the stitch',
        body: [
          'Dolna is Bangla for a cradle, and for a swing: it goes out and comes back, as outgrown things do. The running stitch in our panels is the kantha’s, the quilt that mothers sew from old saris for a new baby.',
        ],
      },
      {
        id: 'pictures',
        heading: 'Pictures',
        body: [
          'The drawings on this site are our own. You may print them with an article about {product} and name us as the source: [pram](/art/cut-pram.svg), [teddy](/art/cut-teddy.svg), [letter blocks](/art/cut-blocks.svg), [rocking horse](/art/cut-horse.svg).',
          'Pictures in listings belong to the sellers. Please ask them.',
        ],
      },
      {
        id: 'questions',
        heading: 'Questions',
        body: ['[Write to us](/contact?subject=press-or-jobs), and say by when you need the answer. It comes by mail.'],
      },
    ],
  },
  bn: {
    title: 'প্রেস কিট',
    lead: 'যাঁরা {product} নিয়ে লেখেন তাঁদের জন্য: এটি কী, নামটি কোথা থেকে, আর কী ছাপতে পারেন।',
    sections: [
      {
        id: 'sentence',
        heading: 'এক বাক্যে',
        body: [
          '{product} একটি অনলাইন দোকান, যেখানে বাংলাদেশের মা-বাবারা শিশু ও পরিবারের ব্যবহৃত জিনিস কেনাবেচা করেন, বাংলায় ও ইংরেজিতে।',
        ],
      },
      {
        id: 'facts',
        heading: 'তথ্য',
        body: [
          {
            list: [
              'তালিকায় তোলা আর বুক করা বিনা খরচে। কোনো পক্ষ থেকেই {product} ফি নেয় না।',
              'ক্রেতা কার্ড প্রতিষ্ঠানের মাধ্যমে কার্ডে দাম দেন, অথবা দুজনে মিলে ঠিক করেন। জিনিস হাতবদল হয় দুজনের বাছাই করা জায়গায়।',
              'কেমন আছে তা তিনটি শব্দে বলা হয়: চমৎকার, ভালো, মোটামুটি।',
              'বিক্রেতাকে দেখানো হয় নামের প্রথম অংশ ও একটি অক্ষর দিয়ে। অ্যাডমিন যাঁদের যাচাই করেছেন তাঁদের পাশে টিক থাকে।',
              'কোম্পানির বিজ্ঞাপন নেই, নজরদারি নেই।',
              'এটি এমআইটি লাইসেন্সের মুক্ত সফটওয়্যার।',
            ],
          },
          'ব্যবহারকারী বা বিক্রির কোনো সংখ্যা আমরা এখানে দিই না। ডেমোতে যা দেখা যায় তা বানানো, সে কথা লেখাও আছে।',
        ],
      },
      {
        id: 'name',
        heading: 'নাম আর ফোঁড়',
        body: [
          'দোলনায় শিশু ঘুমায়, দোলনায় দোল খায়। দোলনা যায়, আবার ফিরে আসে; ছোট হয়ে যাওয়া জিনিসও তাই। আমাদের নকশার ফোঁড় এসেছে কাঁথা থেকে, নতুন শিশুর জন্য মায়েরা পুরোনো শাড়ি দিয়ে যা সেলাই করেন।',
        ],
      },
      {
        id: 'pictures',
        heading: 'ছবি',
        body: [
          'এই সাইটের আঁকা ছবিগুলো আমাদের নিজেদের। {product} নিয়ে লেখার সাথে উৎসের নাম দিয়ে ছাপতে পারেন: [প্র্যাম](/art/cut-pram.svg), [টেডি](/art/cut-teddy.svg), [বর্ণমালার ব্লক](/art/cut-blocks.svg), [দোলনা ঘোড়া](/art/cut-horse.svg)।',
          'পণ্যের ছবিগুলো বিক্রেতাদের। তাঁদের জিজ্ঞেস করে নিন।',
        ],
      },
      {
        id: 'questions',
        heading: 'প্রশ্ন থাকলে',
        body: ['[আমাদের লিখুন](/contact?subject=press-or-jobs), কবের মধ্যে উত্তর লাগবে তাও জানান। উত্তর আসবে ইমেইলে।'],
      },
    ],
  },
};
