interface AboutText {
  story: { heading: string; body: string[] };
  pickup: { heading: string; steps: { title: string; body: string }[] };
  contact: { heading: string; body: string };
}

const en: AboutText = {
  story: {
    heading: 'A shelf between two flats',
    body: [
      'Every family in Dhaka knows the cupboard: a pram nobody pushes, a frock worn at one Eid, a cot in pieces behind the door. And every family knows the other side, standing in a shop and doing sums, because a child grows a size while you think about it.',
      '{product} is the shelf between those two families. You put on it what is outgrown, say honestly how good it still is, and name a price. Somebody near you books it, comes to look, and takes it home. The thing gets another childhood, you get your floor back.',
      'There is no warehouse behind it and no fee. It is a place to meet, with the rules written down.',
    ],
  },
  pickup: {
    heading: 'How pick-up works',
    steps: [
      {
        title: 'A point you both know',
        body: 'The seller names one in the listing, the buyer in the booking: a metro station, a school gate, the shop on the corner.',
      },
      {
        title: 'A phone call',
        body: 'The seller’s number stands in the listing for whoever is logged in. Agree on a day, and look at the thing before you pay.',
      },
      {
        title: 'It swings to a new home',
        body: 'Pay by card from My Orders; the listing says SOLD. No couriers in between: you hand it over yourselves.',
      },
    ],
  },
  contact: {
    heading: 'Talk to us',
    body: 'Who can help with what stands under [Contact](/contact), with a form that reaches the people who run the store. How we treat what we know of you is in the [privacy policy](/privacy).',
  },
};

const bn: AboutText = {
  story: {
    heading: 'দুই ফ্ল্যাটের মাঝের তাক',
    body: [
      'আলমারিটা ঢাকার সব ঘরেই আছে: যে প্র্যাম কেউ ঠেলে না, এক ঈদে পরা ফ্রক, দরজার পেছনে খুলে রাখা খাট। উল্টো দিকটাও সবার চেনা: দোকানে দাঁড়িয়ে হিসাব কষা, আর ভাবতে ভাবতেই বাচ্চা এক মাপ বড় হয়ে যাওয়া।',
      '{product} সেই দুই পরিবারের মাঝের তাক। যা ছোট হয়ে গেছে তাতে তুলে রাখুন, কতটা ভালো আছে সত্যি করে বলুন, দাম লিখুন। কাছের কেউ বুক করবেন, এসে দেখবেন, বাড়ি নিয়ে যাবেন। জিনিসটি পাবে আরেকটি শৈশব, আপনি ফিরে পাবেন ঘরের মেঝে।',
      'এর পেছনে কোনো গুদাম নেই, কোনো ফিও নেই। এটি দেখা হওয়ার একটি জায়গা, যার নিয়মগুলো লেখা আছে।',
    ],
  },
  pickup: {
    heading: 'পিকআপ যেভাবে হয়',
    steps: [
      {
        title: 'দুজনের চেনা জায়গা',
        body: 'বিক্রেতা পণ্যে একটি জায়গা লেখেন, ক্রেতা বুকিংয়ে: মেট্রো স্টেশন, স্কুলের গেট, মোড়ের দোকান।',
      },
      {
        title: 'একটি ফোন',
        body: 'লগইন করলেই পণ্যের পাশে বিক্রেতার নম্বর দেখা যায়। দিন ঠিক করুন, দাম দেওয়ার আগে জিনিসটি দেখে নিন।',
      },
      {
        title: 'দুলতে দুলতে নতুন ঘরে',
        body: 'আমার অর্ডার থেকে কার্ডে দাম দিন, পণ্যে বিক্রীত লেখা উঠবে। মাঝে কোনো কুরিয়ার নেই, আপনারাই হাতে হাতে দেন-নেন।',
      },
    ],
  },
  contact: {
    heading: 'কথা বলুন',
    body: 'কোন ব্যাপারে কে সাহায্য করতে পারেন তা আছে [যোগাযোগ](/contact) পাতায়; সেখানকার ফর্মে লিখলে যাঁরা দোকানটি চালান তাঁরাই পান। আপনার তথ্য আমরা কীভাবে রাখি তা [গোপনীয়তা নীতিতে](/privacy)।',
  },
};

export const about = { en, bn };
