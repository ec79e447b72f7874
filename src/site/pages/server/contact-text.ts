import type { Prose } from '../prose.ts';

const en: Prose = {
  title: 'Contact',
  lead: 'Who can help with what. Often it is the person who sells the thing.',
  sections: [
    {
      id: 'product',
      heading: 'About a thing you want to buy',
      body: [
        'Ask its seller. Their phone number stands in the listing once you are [logged in](/login). They know whether the wheel squeaks; we do not.',
        'Something wrong with the listing itself? Press the flag on it: an admin looks at it, and you see what came of it under [My Reports](/dashboard/myreports).',
      ],
    },
    {
      id: 'account',
      heading: 'About your account, a booking or a payment',
      body: [
        '[My Orders](/dashboard/myorders) says where each booking stands, and gives the transaction Id of each payment. Write it into your message if it is about money.',
        'If a page shows a code after something went wrong, send it along: with it the fault can be found.',
      ],
    },
    {
      id: 'answer',
      heading: 'Who reads it, and who answers',
      body: [
        'The admins of {product}, and nobody else. Each message is kept in their list until it is answered, and goes to them by mail. There is no telephone.',
        'They answer by mail, to the address you give. What is kept of your message, and how long, says the [privacy policy](/privacy).',
      ],
    },
  ],
};

const bn: Prose = {
  title: 'যোগাযোগ',
  lead: 'কোন ব্যাপারে কে সাহায্য করতে পারেন। বেশির ভাগ সময় তিনি জিনিসটির বিক্রেতা।',
  sections: [
    {
      id: 'product',
      heading: 'যে জিনিস কিনতে চান তার ব্যাপারে',
      body: [
        'বিক্রেতাকে জিজ্ঞেস করুন। [লগইন করলে](/login) পণ্যের পাশে তাঁর ফোন নম্বর দেখা যায়। চাকায় শব্দ হয় কি না তিনিই জানেন, আমরা জানি না।',
        'পণ্যের বিবরণেই গোলমাল? পণ্যের পতাকা চিহ্নটি চাপুন: একজন অ্যাডমিন দেখবেন, আর কী হলো তা [আমার অভিযোগ](/dashboard/myreports) পাতায় পাবেন।',
      ],
    },
    {
      id: 'account',
      heading: 'অ্যাকাউন্ট, বুকিং বা পরিশোধের ব্যাপারে',
      body: [
        '[আমার অর্ডার](/dashboard/myorders) পাতায় দেখা যায় কোন বুকিং কী অবস্থায় আছে, আর প্রতিটি পরিশোধের লেনদেন নম্বর। টাকার ব্যাপার হলে নম্বরটি বার্তায় লিখে দিন।',
        'কোনো গোলমালের পর পাতায় কোড দেখালে সেটিও পাঠান, ওটা দিয়ে ত্রুটি খুঁজে পাওয়া যায়।',
      ],
    },
    {
      id: 'answer',
      heading: 'কে পড়েন, কে উত্তর দেন',
      body: [
        '{product}-এর অ্যাডমিনরা, আর কেউ নন। উত্তর না দেওয়া পর্যন্ত প্রতিটি বার্তা তাঁদের তালিকায় থাকে, ইমেইলেও তাঁরা তা পান। কোনো টেলিফোন নেই।',
        'উত্তর আসে ইমেইলে, আপনার দেওয়া ঠিকানায়। আপনার বার্তার কী রাখা হয়, কত দিন, তা [গোপনীয়তা নীতিতে](/privacy) আছে।',
      ],
    },
  ],
};

export const contact = { en, bn };
