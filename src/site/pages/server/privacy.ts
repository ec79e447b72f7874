import type { ProsePage } from '../prose.ts';

export const privacy: ProsePage = {
  tone: 'lilac',
  art: '/art/cut-romper.svg',
  draft: true,
  en: {
    title: 'Privacy policy',
    lead: 'What {product} knows of you, why, who sees it, and how long it stays. November 2026.',
    sections: [
      {
        id: 'who',
        heading: '1. Who is responsible',
        body: [
          'This installation is a demo without an operator. Please do not enter real personal data into it. Before a real store opens, the name and address of whoever answers for your data stand here.',
        ],
      },
      {
        id: 'what',
        heading: '2. What is kept',
        body: [
          {
            list: [
              'Your account: name, e-mail address, Buyer or Seller, and your password as a hash from which it cannot be read back. If you continue with Google: what Google says of you instead of a password (name, e-mail address, the address of your picture there), and its keys, locked.',
              'Your sessions: when you logged in, from which address on the internet, with which browser. They end after 30 days without a visit, and you can end them yourself under My account. For 90 days also the last five networks from which you logged in, as a keyed digest.',
              'What you list: photos, description, prices, condition, pick-up point, phone number.',
              'What you book: the thing, its price, your phone number and pick-up point, and whether it was paid.',
              'What you save: your wishlist.',
              'Payments: amount, time, and the card provider’s number for it. Never your card.',
              'Photos that you send or link: only as they are made anew here, without what the camera wrote into them (place, time, device).',
              'What you report of a listing, and what was decided about it.',
              'Of admins: what they did, and when.',
              'What you write to us: your name, your e-mail address, the text. For an hour also how often somebody wrote from your address, in a form from which the address cannot be read back.',
              'Logs: which page was asked for, when, and with what result, without names, e-mail addresses or phone numbers.',
            ],
          },
          'Nothing is bought from others, and nobody makes a profile of you.',
        ],
      },
      {
        id: 'seen',
        heading: '3. Who sees it',
        body: [
          {
            list: [
              'Everyone, search engines too: of a seller, each thing they list, on a page of its own, with its photos, what they wrote of it and its pick-up point; their first name, the tick, since which month they are here and how much they have sold. On the home page an initial stands behind the name. Of a buyer: nothing.',
              'Whoever is logged in: the same, with the phone number of each listing, and all that a seller has on sale on one page. The page does not print your e-mail address, but the data it is made of holds it, as the address of who listed the thing.',
              'The seller of a thing you booked: your first name, the pick-up point you named, and whether it is paid for. Not your phone number.',
              'An admin: names and e-mail addresses of buyers and sellers, to verify sellers; reports, with the first name of who wrote them; and what you write to us, which goes to their mailbox too.',
              'The card provider: your card, and the name and e-mail address on the booking, under its own policy.',
            ],
          },
          'Nobody else, unless a law or a court of Bangladesh obliges us.',
        ],
      },
      {
        id: 'why',
        heading: '4. Why',
        body: [
          'To let you log in, to show your things, to hold and sell them, to answer you, and to keep the books that the law asks for. Phone numbers and pick-up points exist for the handover and for nothing else. No data is sold, none is used for advertising.',
        ],
      },
      {
        id: 'long',
        heading: '5. How long',
        body: [
          'As long as you have an account. What was paid for stays as long as bookkeeping asks. A listing that you delete leaves the shop at once; its entry stays where bookings hang on it.',
          'What you write to us stays here for twelve months at most. It goes sooner when your account with the same e-mail address is deleted, or when you ask for it. A photo that no listing shows is deleted a day later.',
        ],
      },
      {
        id: 'rights',
        heading: '6. What you can ask for',
        body: [
          'To know what is kept of you, to have it put right, to have it deleted. Under [My account](/dashboard/account) you see what is known of you, download all of it as a file, and delete your account. An account that is deleted leaves none of your words behind, only the names of things that others bought, saved or reported. For what is wrong, [write to us](/contact?subject=account). Bangladesh has been making its first law on personal data since 2025. Whoever opens a store must hold this page against it as it stands on that day.',
        ],
      },
      {
        id: 'children',
        heading: '7. Children',
        body: [
          '{product} sells things for children and is used by adults. Accounts are for people of 18 and over. Pictures must show no child, and the form that asks for them says so.',
        ],
      },
      {
        id: 'safe',
        heading: '8. How it is protected',
        body: [
          'Passwords are hashed, keys are kept locked, pages run only our own scripts and the card provider’s, and every request is checked for who makes it. No system is beyond fault. Should data get out, those concerned are told, with what was lost and what to do.',
        ],
      },
      {
        id: 'browser',
        heading: '9. In your browser',
        body: ['What lies there, and why, is in the [cookie policy](/cookies).'],
      },
    ],
  },
  bn: {
    title: 'গোপনীয়তা নীতি',
    lead: '{product} আপনার সম্পর্কে কী জানে, কেন, কে দেখেন, আর কত দিন থাকে। নভেম্বর ২০২৬।',
    sections: [
      {
        id: 'who',
        heading: '১. দায়িত্ব কার',
        body: [
          'এটি ডেমো, এর কোনো পরিচালক নেই। এখানে নিজের আসল তথ্য দেবেন না। আসল দোকান খোলার আগে আপনার তথ্যের জন্য যিনি দায়ী, তাঁর নাম ও ঠিকানা এখানে থাকবে।',
        ],
      },
      {
        id: 'what',
        heading: '২. কী রাখা হয়',
        body: [
          {
            list: [
              'আপনার অ্যাকাউন্ট: নাম, ইমেইল, ক্রেতা না বিক্রেতা, আর পাসওয়ার্ডের এমন রূপ যেখান থেকে পাসওয়ার্ডটি ফিরে পাওয়া যায় না। গুগল দিয়ে ঢুকলে পাসওয়ার্ডের বদলে গুগল যা জানায় (নাম, ইমেইল, সেখানে আপনার ছবির ঠিকানা), আর গুগলের চাবি, তালাবদ্ধ অবস্থায়।',
              'লগইনের তথ্য: কখন, ইন্টারনেটের কোন ঠিকানা থেকে, কোন ব্রাউজারে। ৩০ দিন না এলে শেষ হয়ে যায়; ‘আমার অ্যাকাউন্ট’ পাতা থেকে আপনি নিজেও শেষ করতে পারেন। শেষ যে পাঁচটি নেটওয়ার্ক থেকে লগইন করেছেন, সেগুলোও ৯০ দিন থাকে, গোপন চাবি দিয়ে তৈরি ডাইজেস্ট হিসেবে।',
              'যা তালিকায় তোলেন: ছবি, বর্ণনা, দাম, কেমন আছে, পিকআপের জায়গা, ফোন নম্বর।',
              'যা বুক করেন: জিনিসটি, তার দাম, আপনার ফোন নম্বর ও পিকআপের জায়গা, দাম দেওয়া হয়েছে কি না।',
              'যা তুলে রাখেন: আপনার উইশলিস্ট।',
              'পরিশোধ: কত, কখন, আর কার্ড প্রতিষ্ঠানের দেওয়া নম্বর। আপনার কার্ডের তথ্য কখনো নয়।',
              'যে ছবি পাঠান বা যার লিংক দেন: শুধু এখানে নতুন করে তৈরি রূপে; ক্যামেরা ভেতরে যা লিখেছে (জায়গা, সময়, যন্ত্র) তা ছাড়া।',
              'কোনো পণ্য নিয়ে যে অভিযোগ করেন, আর তার সিদ্ধান্ত।',
              'অ্যাডমিনদের বেলায়: তাঁরা কী করেছেন, কখন করেছেন।',
              'আমাদের যা লেখেন: আপনার নাম, ইমেইল, লেখাটি। এক ঘণ্টার জন্য এটুকুও: আপনার ঠিকানা থেকে কতবার লেখা হয়েছে, এমন রূপে যেখান থেকে ঠিকানাটি ফিরে পাওয়া যায় না।',
              'লগ: কোন পাতা চাওয়া হয়েছে, কখন, ফল কী; নাম, ইমেইল বা ফোন নম্বর ছাড়া।',
            ],
          },
          'অন্য কারও কাছ থেকে কিছু কেনা হয় না, কেউ আপনার প্রোফাইলও বানায় না।',
        ],
      },
      {
        id: 'seen',
        heading: '৩. কে দেখেন',
        body: [
          {
            list: [
              'সবাই, সার্চ ইঞ্জিনও: বিক্রেতার বেলায় তাঁর প্রতিটি জিনিস, নিজের একটি পাতায়, সাথে ছবি, জিনিসটি নিয়ে যা লিখেছেন আর পিকআপের জায়গা; তাঁর নামের প্রথম অংশ, টিক, কোন মাস থেকে এখানে আছেন আর কতটি জিনিস বেচেছেন। হোম পাতায় নামের পরে একটি অক্ষরও থাকে। ক্রেতার বেলায়: কিছুই না।',
              'যাঁরা লগইন করেছেন: এসবই, সাথে প্রতিটি পণ্যের ফোন নম্বর, আর একজন বিক্রেতার বিক্রির সব জিনিস এক পাতায়। পাতায় আপনার ইমেইল ছাপা হয় না, তবে পাতাটি যে তথ্য দিয়ে তৈরি তার মধ্যে কে পণ্যটি তুলেছেন সেই হিসেবে ইমেইল থাকে।',
              'যে জিনিস বুক করেছেন তার বিক্রেতা: আপনার নামের প্রথম অংশ, আপনার দেওয়া পিকআপের জায়গা, আর দাম দেওয়া হয়েছে কি না। ফোন নম্বর নয়।',
              'অ্যাডমিন: ক্রেতা ও বিক্রেতাদের নাম আর ইমেইল, বিক্রেতা যাচাইয়ের জন্য; অভিযোগ, সাথে যিনি লিখেছেন তাঁর নামের প্রথম অংশ; আর আমাদের যা লেখেন, সেটি তাঁদের ইমেইলেও যায়।',
              'কার্ড প্রতিষ্ঠান: আপনার কার্ড, আর বুকিংয়ের নাম ও ইমেইল, তাদের নিজেদের নীতিতে।',
            ],
          },
          'আর কেউ নয়, যদি না বাংলাদেশের আইন বা আদালত আমাদের বাধ্য করে।',
        ],
      },
      {
        id: 'why',
        heading: '৪. কেন',
        body: [
          'আপনাকে লগইন করাতে, আপনার জিনিস দেখাতে, ধরে রাখতে ও বিক্রি করতে, আপনাকে উত্তর দিতে, আর আইন যে হিসাব চায় তা রাখতে। ফোন নম্বর আর পিকআপের জায়গা জিনিস দেওয়া-নেওয়ার জন্য, আর কিছুর জন্য নয়। কোনো তথ্য বিক্রি হয় না, বিজ্ঞাপনেও লাগে না।',
        ],
      },
      {
        id: 'long',
        heading: '৫. কত দিন',
        body: [
          'যত দিন আপনার অ্যাকাউন্ট আছে। যার দাম দেওয়া হয়েছে তার হিসাব নিয়ম যত দিন চায় তত দিন থাকে। মুছে ফেলা পণ্য সাথে সাথে দোকান থেকে সরে যায়; তার সাথে বুকিং থাকলে হিসাবটুকু থেকে যায়।',
          'আমাদের যা লেখেন তা এখানে সর্বোচ্চ বারো মাস থাকে। একই ইমেইলের অ্যাকাউন্টটি মুছে ফেললে বা আপনি সরাতে বললে তার আগেই চলে যায়। যে ছবি কোনো পণ্যে নেই তা এক দিন পর মুছে যায়।',
        ],
      },
      {
        id: 'rights',
        heading: '৬. আপনি কী চাইতে পারেন',
        body: [
          'আপনার কী কী রাখা আছে তা জানতে, ভুল ঠিক করাতে, মুছে ফেলাতে। [আমার অ্যাকাউন্ট](/dashboard/account) পাতায় আপনার কী রাখা আছে দেখতে পারেন, সব এক ফাইলে নামিয়ে নিতে পারেন, অ্যাকাউন্ট মুছেও ফেলতে পারেন। মুছে ফেললে আপনার লেখা কিছুই থাকে না; থাকে শুধু সেসব জিনিসের নাম, যা অন্য কেউ কিনেছেন, তুলে রেখেছেন বা যা নিয়ে অভিযোগ করেছেন। কিছু ভুল থাকলে [আমাদের লিখুন](/contact?subject=account)। ২০২৫ সাল থেকে বাংলাদেশে ব্যক্তিগত তথ্যের প্রথম আইন তৈরি হচ্ছে। যিনি দোকান খুলবেন, সেদিনের আইনের সাথে এই পাতা মিলিয়ে নেবেন।',
        ],
      },
      {
        id: 'children',
        heading: '৭. শিশু',
        body: [
          '{product}-এ শিশুদের জিনিস বিক্রি হয়, ব্যবহার করেন বড়রা। অ্যাকাউন্ট ১৮ বছর বা তার বেশি বয়সীদের জন্য। ছবিতে কোনো শিশু থাকা চলবে না, ছবি চাওয়ার জায়গাতেই সে কথা লেখা আছে।',
        ],
      },
      {
        id: 'safe',
        heading: '৮. কীভাবে রক্ষা করা হয়',
        body: [
          'পাসওয়ার্ড পড়া যায় এমনভাবে রাখা হয় না, চাবিগুলো তালাবদ্ধ থাকে, পাতায় শুধু আমাদের আর কার্ড প্রতিষ্ঠানের স্ক্রিপ্ট চলে, প্রতিটি অনুরোধে দেখা হয় কে করছেন। কোনো ব্যবস্থাই নিখুঁত নয়। তথ্য বেরিয়ে গেলে যাঁদের তথ্য তাঁদের জানানো হবে: কী গেছে, কী করতে হবে।',
        ],
      },
      {
        id: 'browser',
        heading: '৯. আপনার ব্রাউজারে',
        body: ['সেখানে কী থাকে আর কেন, তা [কুকি নীতিতে](/cookies) আছে।'],
      },
    ],
  },
};
