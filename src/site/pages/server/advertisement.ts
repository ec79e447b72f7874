import type { ProsePage } from '../prose.ts';

export const advertisement: ProsePage = {
  tone: 'peach',
  art: '/art/cut-frock.svg',
  en: {
    title: 'Advertising',
    lead: 'Sellers can put a thing on the home page. It is free, and it is the only advertising there is.',
    sections: [
      {
        id: 'how',
        heading: 'How it works',
        body: [
          'Open [My product](/dashboard/myproduct) and press Advertise in the row of a thing that is not sold. It then appears in Deals of the Week on the home page, for everyone, signed in or not.',
          'Take it off in the same place whenever you like. It leaves by itself while somebody has booked it, and for good when it is sold.',
        ],
      },
      {
        id: 'shown',
        heading: 'What is shown',
        body: [
          'The picture, the name, the condition, both prices, your pick-up point, and your first name with an initial. No phone number and no e-mail address: for those people open the thing’s own page and sign in.',
          'The 24 newest advertised things are considered, the newest first. Nobody can pay to stand before others.',
          'Each card in Deals of the Week wears the same badge, 50% OFF. It is the name of the corner, not a sum: the price and the price when new stand beneath it, and those are the true ones.',
        ],
      },
      {
        id: 'others',
        heading: 'Advertising by companies',
        body: ['There is none. No banners, no sponsored listings, nobody who follows you through the site and beyond.'],
      },
    ],
  },
  bn: {
    title: 'বিজ্ঞাপন',
    lead: 'বিক্রেতারা নিজেদের জিনিস হোম পাতায় তুলতে পারেন। এতে খরচ নেই, আর এর বাইরে এখানে কোনো বিজ্ঞাপনও নেই।',
    sections: [
      {
        id: 'how',
        heading: 'যেভাবে কাজ করে',
        body: [
          '[আমার পণ্য](/dashboard/myproduct) পাতায় যান, বিক্রি হয়নি এমন পণ্যের সারিতে বিজ্ঞাপনের বোতামে চাপ দিন। পণ্যটি হোম পাতায় সপ্তাহের সেরা অফারে উঠবে; লগইন থাকুক বা না থাকুক, সবাই দেখবেন।',
          'যখন ইচ্ছা একই জায়গা থেকে নামিয়ে নিন। কেউ বুক করলে তত দিন নিজে থেকেই দেখা যায় না, বিক্রি হলে একেবারেই নেমে যায়।',
        ],
      },
      {
        id: 'shown',
        heading: 'কী দেখা যায়',
        body: [
          'ছবি, নাম, কেমন আছে, দুটি দাম, পিকআপের জায়গা, আর আপনার নামের প্রথম অংশ ও একটি অক্ষর। ফোন নম্বর বা ইমেইল নয়; সেগুলোর জন্য জিনিসটির পাতা খুলে লগইন করতে হয়।',
          'বিজ্ঞাপনে থাকা সবচেয়ে নতুন ২৪টি জিনিস থেকে দেখানো হয়, নতুনটি আগে। টাকা দিয়ে কেউ আগে আসতে পারেন না।',
          'সপ্তাহের সেরা অফারের প্রতিটি কার্ডে একই ব্যাজ থাকে: ৫০% ছাড়। এটি কোণটির নাম, হিসাব নয়। নিচে যে দাম আর নতুন দাম লেখা, আসল সেগুলোই।',
        ],
      },
      {
        id: 'others',
        heading: 'কোম্পানির বিজ্ঞাপন',
        body: ['নেই। ব্যানার নেই, টাকা দিয়ে তোলা পণ্য নেই, সাইটের ভেতরে বা বাইরে আপনার পিছু নেয় এমন কেউও নেই।'],
      },
    ],
  },
};
