import type { ProsePage } from '../prose.ts';

export const contact: ProsePage = {
  tone: 'mint',
  art: '/art/cut-bag.svg',
  en: {
    title: 'Contact',
    lead: 'Who can help with what. Often it is the person who sells the thing.',
    sections: [
      {
        id: 'product',
        heading: 'About a thing you want to buy',
        body: [
          'Ask its seller. Their phone number stands in the listing once you are [logged in](/login). They know whether the wheel squeaks; we do not.',
        ],
      },
      {
        id: 'account',
        heading: 'About your account, a booking or a payment',
        body: [
          '[My Orders](/dashboard/myorders) says where each booking stands, and gives the transaction Id of each payment. If a page shows a code after something went wrong, keep it: with it the fault can be found.',
        ],
      },
      {
        id: 'write',
        heading: 'Writing to us',
        body: [
          'This demo has no mailbox and no telephone, and we will not print an address that nobody reads. Whoever opens a store with {product} puts their own here, together with the name and address of the business, as the rules for digital commerce in Bangladesh ask.',
        ],
      },
      {
        id: 'danger',
        heading: 'When a child is in danger',
        body: [
          'Do not write to a shop. In Bangladesh the child helpline is 1098 and the national emergency number is 999. Both are free, day and night.',
        ],
      },
    ],
  },
  bn: {
    title: 'যোগাযোগ',
    lead: 'কোন ব্যাপারে কে সাহায্য করতে পারেন। বেশির ভাগ সময় তিনি জিনিসটির বিক্রেতা।',
    sections: [
      {
        id: 'product',
        heading: 'যে জিনিস কিনতে চান তার ব্যাপারে',
        body: [
          'বিক্রেতাকে জিজ্ঞেস করুন। [লগইন করলে](/login) পণ্যের পাশে তাঁর ফোন নম্বর দেখা যায়। চাকায় শব্দ হয় কি না তিনিই জানেন, আমরা জানি না।',
        ],
      },
      {
        id: 'account',
        heading: 'অ্যাকাউন্ট, বুকিং বা পরিশোধের ব্যাপারে',
        body: [
          '[আমার অর্ডার](/dashboard/myorders) পাতায় দেখা যায় কোন বুকিং কী অবস্থায় আছে, আর প্রতিটি পরিশোধের লেনদেন নম্বর। কোনো গোলমালের পর পাতায় কোড দেখালে সেটি রেখে দিন, ওটা দিয়ে ত্রুটি খুঁজে পাওয়া যায়।',
        ],
      },
      {
        id: 'write',
        heading: 'আমাদের লেখা',
        body: [
          'এই ডেমোর কোনো ডাকবাক্স বা টেলিফোন নেই, আর যে ঠিকানা কেউ পড়েন না তা আমরা ছাপব না। যিনি {product} দিয়ে দোকান খুলবেন, তিনি এখানে নিজের ঠিকানা দেবেন, সাথে ব্যবসার নাম ও ঠিকানা; বাংলাদেশের ডিজিটাল কমার্সের নিয়মও তা-ই চায়।',
        ],
      },
      {
        id: 'danger',
        heading: 'কোনো শিশু বিপদে থাকলে',
        body: ['দোকানে লিখবেন না। বাংলাদেশে শিশু সহায়তার নম্বর ১০৯৮ আর জাতীয় জরুরি সেবা ৯৯৯। দুটোই বিনা খরচে, দিনরাত।'],
      },
    ],
  },
};
