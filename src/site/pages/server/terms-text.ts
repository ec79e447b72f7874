import type { ProsePage } from '../prose.ts';

export const terms: ProsePage = {
  tone: 'sky',
  art: '/art/cut-chair.svg',
  draft: true,
  en: {
    title: 'Terms of use',
    lead: 'What you may expect of {product}, and {product} of you. In plain words, November 2026.',
    sections: [
      {
        id: 'who',
        heading: '1. Who we are',
        body: [
          '{product} is software for an online store. This installation is a demo: it has no operator, its goods do not exist, and its cards charge nothing. Before a real store opens, this paragraph names the business behind it, its address, its trade licence and its digital business identification (DBID).',
        ],
      },
      {
        id: 'what',
        heading: '2. What {product} is, and is not',
        body: [
          '{product} is a place where one family sells to another. The sale is a contract between those two. {product} is not the seller, does not own, hold, check, carry or insure the goods, and gives no guarantee for them.',
          'A tick beside a seller says that an admin has checked who the seller is. It says nothing about a particular thing.',
        ],
      },
      {
        id: 'account',
        heading: '3. Your account',
        body: [
          'You must be 18 or older, use your own name and an e-mail address that is yours, and keep your password to yourself. What is done with your account counts as done by you, until you [tell us](/contact?subject=account) that somebody else has it.',
          'An account is either a Buyer’s or a Seller’s.',
        ],
      },
      {
        id: 'sellers',
        heading: '4. If you sell',
        body: [
          {
            list: [
              'Sell what is yours and is in your hands. Describe it truly and name every flaw you know.',
              'The picture shows the thing itself, and no child.',
              'Do not sell what is unlawful or unsafe: counterfeit or stolen goods, medicines, opened baby food or formula, recalled goods, weapons, fireworks, live animals.',
              'Keep the price you asked once somebody has booked. Hand the thing over once it is paid.',
              'Mark as SOLD what is gone. If you sell as a business rather than out of your own cupboard, the duties of a business are yours.',
            ],
          },
        ],
      },
      {
        id: 'buyers',
        heading: '5. If you buy',
        body: [
          {
            list: [
              'Book what you mean to buy. A booking costs nothing, holds the thing for 24 hours and ends by itself if you do not pay; you may cancel it before.',
              'You pay the price at the moment of booking, in taka, through the card provider. The contract with the seller is made when the payment succeeds.',
              'See the thing before you pay where you can, and collect it at the time you agreed.',
            ],
          },
        ],
      },
      {
        id: 'money',
        heading: '6. Payments and refunds',
        body: [
          '{product} takes no fee. Cards are charged by the card provider under its own terms; {product} never has your card number.',
          'A payment is returned in full, by itself, when the thing can no longer be had at the moment the payment comes through. In every other case a refund is for buyer and seller to settle. Your rights under the law, among them those under the Consumer Rights Protection Act 2009 and the Sale of Goods Act 1930 where they apply, stay as they are.',
          'Paying out to sellers is not part of this version. A real store says here how and when it does so.',
        ],
      },
      {
        id: 'conduct',
        heading: '7. Manners',
        body: [
          'Use phone numbers and pick-up points for the handover and nothing else. Do not harass, mislead, collect data in bulk, or try to get where you are not let in. Who finds a weakness in the software and [tells us](/contact?subject=safety) about it quietly does us a favour.',
        ],
      },
      {
        id: 'end',
        heading: '8. Taking down, and ending',
        body: [
          'We may take down a listing, or close an account, that breaks these terms or the law. You may stop at any time. What was paid for stays on record as long as the law asks.',
        ],
      },
      {
        id: 'liability',
        heading: '9. What we answer for',
        body: [
          'The software comes as it is. We answer for harm that we cause on purpose or by gross negligence, and wherever the law does not let us say otherwise; beyond that, not for what buyers and sellers do to each other, nor for hours in which the store cannot be reached.',
        ],
      },
      {
        id: 'law',
        heading: '10. Law, language, changes',
        body: [
          'The law of Bangladesh applies, and its courts decide. These terms exist in Bangla and in English; if they differ, the Bangla counts. When they change, the new text stands here with its date before it applies.',
        ],
      },
    ],
  },
  bn: {
    title: 'ব্যবহারের শর্ত',
    lead: '{product}-এর কাছে আপনি কী আশা করতে পারেন, আর আপনার কাছে {product}। সহজ কথায়, নভেম্বর ২০২৬।',
    sections: [
      {
        id: 'who',
        heading: '১. আমরা কারা',
        body: [
          '{product} অনলাইন দোকানের সফটওয়্যার। আপনি যেটি দেখছেন সেটি ডেমো: এর কোনো পরিচালক নেই, পণ্যগুলো সত্যি নেই, কার্ড থেকে কোনো টাকা কাটে না। আসল দোকান খোলার আগে এখানে ব্যবসার নাম, ঠিকানা, ট্রেড লাইসেন্স আর ডিজিটাল বিজনেস আইডেন্টিফিকেশন (ডিবিআইডি) লেখা হবে।',
        ],
      },
      {
        id: 'what',
        heading: '২. {product} কী, আর কী নয়',
        body: [
          '{product}-এ এক পরিবার আরেক পরিবারের কাছে বিক্রি করে। বিক্রির চুক্তি এই দুজনের মধ্যে। {product} বিক্রেতা নয়; পণ্যের মালিক নয়, পণ্য রাখে না, পরখ করে না, পৌঁছে দেয় না, বিমা করে না, পণ্যের কোনো নিশ্চয়তাও দেয় না।',
          'বিক্রেতার পাশে টিক মানে একজন অ্যাডমিন তাঁর পরিচয় যাচাই করেছেন। কোনো নির্দিষ্ট জিনিস নিয়ে টিক কিছু বলে না।',
        ],
      },
      {
        id: 'account',
        heading: '৩. আপনার অ্যাকাউন্ট',
        body: [
          'আপনার বয়স ১৮ বা তার বেশি হতে হবে, নিজের নাম ও নিজের ইমেইল দিতে হবে, পাসওয়ার্ড নিজের কাছে রাখতে হবে। অন্য কেউ অ্যাকাউন্টটি হাতে পেয়েছে বলে [আমাদের না জানানো](/contact?subject=account) পর্যন্ত, এটি দিয়ে যা হয় তা আপনার কাজ বলে ধরা হবে।',
          'একটি অ্যাকাউন্ট হয় ক্রেতার, নয়তো বিক্রেতার।',
        ],
      },
      {
        id: 'sellers',
        heading: '৪. বিক্রি করলে',
        body: [
          {
            list: [
              'যা আপনার এবং আপনার হাতে আছে তা-ই বিক্রি করুন। সত্যি বর্ণনা দিন, জানা প্রতিটি খুঁত লিখুন।',
              'ছবিতে জিনিসটিই থাকবে, কোনো শিশু নয়।',
              'বেআইনি বা অনিরাপদ কিছু বিক্রি করবেন না: নকল বা চুরির জিনিস, ওষুধ, খোলা শিশুখাদ্য বা ফর্মুলা, বাজার থেকে ফিরিয়ে নেওয়া পণ্য, অস্ত্র, আতশবাজি, জীবন্ত প্রাণী।',
              'কেউ বুক করলে চাওয়া দামই রাখুন। দাম পরিশোধ হলে জিনিসটি বুঝিয়ে দিন।',
              'যা আর নেই তা বিক্রীত করে দিন। নিজের আলমারি থেকে নয়, ব্যবসা হিসেবে বিক্রি করলে ব্যবসার সব দায়িত্ব আপনার।',
            ],
          },
        ],
      },
      {
        id: 'buyers',
        heading: '৫. কিনলে',
        body: [
          {
            list: [
              'যা সত্যিই কিনতে চান তা-ই বুক করুন। বুক করতে টাকা লাগে না, জিনিসটি ২৪ ঘণ্টা আপনার জন্য থাকে, দাম না দিলে নিজে থেকেই ছেড়ে যায়; তার আগে আপনি বাতিলও করতে পারেন।',
              'বুক করার সময়ের দাম দেবেন, টাকায়, কার্ড প্রতিষ্ঠানের মাধ্যমে। পরিশোধ সফল হলেই বিক্রেতার সাথে চুক্তি হয়।',
              'সম্ভব হলে দাম দেওয়ার আগে জিনিসটি দেখুন, আর ঠিক করা সময়ে নিয়ে যান।',
            ],
          },
        ],
      },
      {
        id: 'money',
        heading: '৬. পরিশোধ ও ফেরত',
        body: [
          '{product} কোনো ফি নেয় না। কার্ড থেকে টাকা নেয় কার্ড প্রতিষ্ঠান, তাদের নিজেদের শর্তে; আপনার কার্ডের নম্বর {product}-এর কাছে কখনো থাকে না।',
          'টাকা আসার মুহূর্তে জিনিসটি আর পাওয়া না গেলে পুরো টাকা নিজে থেকেই ফেরত যায়। এর বাইরে ফেরতের কথা ক্রেতা আর বিক্রেতা মিলে ঠিক করবেন। আইনে আপনার যা অধিকার, যেমন প্রযোজ্য ক্ষেত্রে ভোক্তা অধিকার সংরক্ষণ আইন, ২০০৯ আর পণ্য বিক্রয় আইন, ১৯৩০ অনুযায়ী, তা যেমন আছে তেমনই থাকে।',
          'বিক্রেতাকে টাকা পাঠানো এই সংস্করণে নেই। আসল দোকান এখানে জানাবে কীভাবে, কবে পাঠায়।',
        ],
      },
      {
        id: 'conduct',
        heading: '৭. আচরণ',
        body: [
          'ফোন নম্বর আর পিকআপের জায়গা শুধু জিনিস দেওয়া-নেওয়ার জন্য। কাউকে বিরক্ত করবেন না, ঠকাবেন না, ঢালাওভাবে তথ্য তুলে নেবেন না, যেখানে ঢোকার অনুমতি নেই সেখানে ঢুকতে যাবেন না। সফটওয়্যারে দুর্বলতা পেয়ে যিনি চুপচাপ [আমাদের জানান](/contact?subject=safety), তিনি আমাদের উপকার করেন।',
        ],
      },
      {
        id: 'end',
        heading: '৮. সরিয়ে দেওয়া ও শেষ করা',
        body: [
          'যে পণ্য বা অ্যাকাউন্ট এই শর্ত বা আইন ভাঙে, আমরা তা সরিয়ে দিতে বা বন্ধ করতে পারি। আপনি যেকোনো সময় থামতে পারেন। যার দাম দেওয়া হয়েছে তার হিসাব আইন যত দিন চায় তত দিন থাকে।',
        ],
      },
      {
        id: 'liability',
        heading: '৯. আমাদের দায়',
        body: [
          'সফটওয়্যারটি যেমন আছে তেমন। ইচ্ছা করে বা গুরুতর অবহেলায় আমরা যে ক্ষতি করি, আর আইন যেখানে দায় এড়াতে দেয় না, সেখানে দায় আমাদের। এর বাইরে ক্রেতা-বিক্রেতা একে অন্যের সাথে যা করেন, বা দোকান যে সময় খোলা যায় না, তার দায় আমাদের নয়।',
        ],
      },
      {
        id: 'law',
        heading: '১০. আইন, ভাষা, পরিবর্তন',
        body: [
          'বাংলাদেশের আইন প্রযোজ্য, সিদ্ধান্ত দেবেন বাংলাদেশের আদালত। শর্তগুলো বাংলা ও ইংরেজিতে আছে; অমিল হলে বাংলাটিই ধরা হবে। বদলালে নতুন লেখা কার্যকর হওয়ার আগেই তারিখসহ এখানে থাকবে।',
        ],
      },
    ],
  },
};
