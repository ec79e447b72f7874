import type { ProsePage } from '../prose.ts';

export const buying: ProsePage = {
  tone: 'mint',
  art: '/art/cut-pram.svg',
  en: {
    title: 'Buying',
    lead: 'Find it, book it for nothing, look at it, pay by card. In that order if you like.',
    sections: [
      {
        id: 'find',
        heading: 'Find it',
        body: [
          'The [collections](/#collections) on the home page show what there is. To open one you [log in](/login) or [register](/signup) as a Buyer; it is free.',
          'Each listing says how good the thing is, in one of three words, how long it was used, what it cost new, what it costs now and where it can be picked up. The newest stands first. The heart keeps a thing in [My Wishlist](/dashboard/mywishlist).',
        ],
      },
      {
        id: 'book',
        heading: 'Book it',
        body: [
          'Press Book Now!, give your phone number and a pick-up point, and it is yours to pay for: nobody else can book it for 24 hours. Booking is free. The price is the one you saw, even if the seller changes their mind.',
          'Changed yours? Cancel the booking in [My Orders](/dashboard/myorders). If you do nothing, it ends by itself.',
          'When two people book in the same moment, one of them gets it and the other is told. A thing is never sold twice.',
        ],
      },
      {
        id: 'look',
        heading: 'Look at it first',
        body: [
          'Phone the seller on the number in the listing, agree on a time, and look before you pay. That is best for prams, cots and everything a small child will trust. Write the number down: once you have paid, the listing leaves the shop.',
        ],
      },
      {
        id: 'pay',
        heading: 'Pay',
        body: [
          'Press Pay in [My Orders](/dashboard/myorders). Your card details go straight to the card provider; {product} never sees them. You pay the booked price, once, in taka. Then your order says Paid and the listing says SOLD.',
          'If a payment comes through after your 24 hours and somebody else has booked meanwhile, it is returned to your card by itself. If the thing is still free, it is yours.',
          'One payment can be at most Tk 9,99,999.99. For anything dearer, settle it with the seller.',
        ],
      },
      {
        id: 'wrong',
        heading: 'When it is not as described',
        body: [
          'You buy from another family, not from {product}. Talk to the seller first; most things are a misunderstanding. This version has no way to give back a thing that was paid for and collected, which is one more reason to look first. If the two of you cannot settle it, [write to us](/contact).',
          'When a listing itself is wrong, a picture of something else, say, or a thing nobody should sell, press the flag on it. An admin looks at it, and you see what came of it under [My Reports](/dashboard/myreports).',
          'Anyone who asks you to pay outside {product} before you have seen the thing deserves a no.',
        ],
      },
      {
        id: 'safe',
        heading: 'Safe for small people',
        body: [
          {
            list: [
              'Cots: try every bolt, and that the gaps are narrower than a drinks can.',
              'Prams: brake on, then push. Open and close it twice.',
              'Toys: no loose eyes, no splinters, no battery cover without its screw.',
              'Car seats and helmets are better bought new: one fall you cannot see is enough.',
            ],
          },
        ],
      },
    ],
  },
  bn: {
    title: 'কেনা',
    lead: 'খুঁজুন, বিনা খরচে বুক করুন, দেখে নিন, কার্ডে দাম দিন। চাইলে ঠিক এই ক্রমেই।',
    sections: [
      {
        id: 'find',
        heading: 'খুঁজুন',
        body: [
          'হোম পাতার [সংগ্রহগুলোতে](/#collections) দেখা যায় কী কী আছে। কোনোটি খুলতে [লগইন করুন](/login) বা ক্রেতা হিসেবে [নিবন্ধন করুন](/signup); খরচ নেই।',
          'প্রতিটি পণ্যে লেখা থাকে কেমন আছে (তিনটি শব্দের একটি), কত দিন ব্যবহার হয়েছে, নতুন দাম কত ছিল, এখন কত আর কোথা থেকে নেওয়া যাবে। নতুনটি সবার আগে। হার্টে চাপ দিলে জিনিসটি [উইশলিস্টে](/dashboard/mywishlist) থাকে।',
        ],
      },
      {
        id: 'book',
        heading: 'বুক করুন',
        body: [
          'বুক করার বোতামে চাপ দিন, ফোন নম্বর আর পিকআপের জায়গা লিখুন। এরপর ২৪ ঘণ্টা আর কেউ এটি বুক করতে পারবেন না। বুক করতে টাকা লাগে না। যে দাম দেখেছেন সেটিই থাকবে, বিক্রেতা মত বদলালেও।',
          'আপনার মত বদলেছে? [আমার অর্ডার](/dashboard/myorders) থেকে বুকিং বাতিল করুন। কিছু না করলে নিজে থেকেই শেষ হয়ে যাবে।',
          'একই মুহূর্তে দুজন বুক করলে একজন পান, অন্যজনকে জানানো হয়। এক জিনিস কখনো দুবার বিক্রি হয় না।',
        ],
      },
      {
        id: 'look',
        heading: 'আগে দেখে নিন',
        body: [
          'পণ্যের পাশে দেওয়া নম্বরে বিক্রেতাকে ফোন করুন, সময় ঠিক করুন, দাম দেওয়ার আগে দেখে নিন। প্র্যাম, খাট আর যা কিছুর ওপর ছোট মানুষ ভরসা করবে, তার জন্য এটাই ভালো। নম্বরটি লিখে রাখুন: দাম দেওয়ার পর পণ্যটি দোকান থেকে সরে যায়।',
        ],
      },
      {
        id: 'pay',
        heading: 'দাম দিন',
        body: [
          '[আমার অর্ডার](/dashboard/myorders) পাতায় পরিশোধের বোতামে চাপ দিন। কার্ডের তথ্য সরাসরি কার্ড প্রতিষ্ঠানে যায়; {product} কখনো দেখে না। বুক করার সময়ের দামই দেবেন, একবার, টাকায়। এরপর আপনার অর্ডারে পরিশোধিত আর পণ্যে বিক্রীত লেখা ওঠে।',
          '২৪ ঘণ্টা পার হওয়ার পর টাকা এলে, আর এর মধ্যে অন্য কেউ বুক করে থাকলে, টাকা নিজে থেকেই আপনার কার্ডে ফেরত যায়। জিনিসটি তখনো খালি থাকলে সেটি আপনারই।',
          'একবারে সর্বোচ্চ ৳৯,৯৯,৯৯৯.৯৯ পরিশোধ করা যায়। এর চেয়ে দামি কিছু হলে বিক্রেতার সাথে কথা বলে ঠিক করুন।',
        ],
      },
      {
        id: 'wrong',
        heading: 'বর্ণনার সাথে না মিললে',
        body: [
          'আপনি কিনছেন আরেকটি পরিবারের কাছ থেকে, {product}-এর কাছ থেকে নয়। আগে বিক্রেতার সাথে কথা বলুন; বেশির ভাগই ভুল বোঝাবুঝি। দাম দিয়ে নিয়ে যাওয়া জিনিস ফেরত দেওয়ার ব্যবস্থা এই সংস্করণে নেই। আগে দেখে নেওয়ার এটি আরেকটি কারণ। দুজনে মীমাংসা করতে না পারলে [আমাদের লিখুন](/contact)।',
          'পণ্যের বিবরণেই গোলমাল থাকলে, যেমন অন্য জিনিসের ছবি বা যা বিক্রি করাই উচিত নয়, পতাকা চিহ্নটি চাপুন। একজন অ্যাডমিন দেখবেন, আর কী হলো তা [আমার অভিযোগ](/dashboard/myreports) পাতায় পাবেন।',
          'জিনিস দেখার আগেই কেউ {product}-এর বাইরে টাকা চাইলে না বলুন।',
        ],
      },
      {
        id: 'safe',
        heading: 'ছোটদের জন্য নিরাপদ',
        body: [
          {
            list: [
              'খাট: প্রতিটি বল্টু নেড়ে দেখুন, ফাঁকগুলো যেন পানীয়ের ক্যানের চেয়ে সরু হয়।',
              'প্র্যাম: ব্রেক দিয়ে ঠেলুন। দুবার ভাঁজ করে খুলুন।',
              'খেলনা: আলগা চোখ নেই, চোঁচ নেই, ব্যাটারির ঢাকনায় স্ক্রু আছে।',
              'গাড়ির আসন আর হেলমেট নতুন কেনাই ভালো: যে আঘাত চোখে দেখা যায় না, সেটিই যথেষ্ট।',
            ],
          },
        ],
      },
    ],
  },
};
