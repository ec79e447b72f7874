import type { ProsePage } from '../prose.ts';

export const selling: ProsePage = {
  tone: 'butter',
  art: '/art/cut-horse.svg',
  en: {
    title: 'Selling',
    lead: 'What your child has outgrown is what another child is waiting for. Listing it takes about five minutes and costs nothing.',
    sections: [
      {
        id: 'begin',
        heading: 'How to begin',
        body: [
          '[Register](/signup?as=seller) and choose Seller as your category. Then open [Add a Product](/dashboard/addproduct) in your dashboard and fill in four short groups: the photos, what it is, its condition, the price and where it can be picked up.',
          'It is live the moment you list it. You find everything you have listed under [My product](/dashboard/myproduct).',
        ],
      },
      {
        id: 'photos',
        heading: 'Photos',
        body: [
          'Take them with your phone or choose them from it: up to eight for each listing, as JPEG, PNG, WebP or AVIF, at most 10 MB each. You put them in order; the first is the one that lists show.',
          'Every photo is made anew in the sizes that screens need. What your camera wrote into it, the place and the time among it, does not come along.',
          'Or paste the link of a picture. We fetch it once, when you list the thing, and show it from here: nobody who looks at your listing is led to the other site.',
        ],
      },
      {
        id: 'honest',
        heading: 'Say it as you would to a neighbour',
        body: [
          {
            list: [
              'Excellent means: looks almost new, everything works.',
              'Good means: light wear, everything works.',
              'Fair means: clear wear or a small fault, and the picture shows it.',
            ],
          },
          'Write the size, how long it was used, and every flaw. A buyer who knows about the scratch before coming does not bargain about it at the door.',
          'Please show no children in your pictures, not even your own.',
        ],
      },
      {
        id: 'price',
        heading: 'A fair price',
        body: [
          'You give two prices: what it cost new, and what you ask. Buyers see both, and what they save. There is no right price, but things at a third to a half of the new price tend to go in days.',
          'If you ask more than it cost new we only ask whether you are sure. It is your pram.',
        ],
      },
      {
        id: 'seen',
        heading: 'What others see of you',
        body: [
          'Your first name and at most the first letter of your last name, never the whole. Each thing has a page of its own that anybody with its address can open and share, with its pick-up point; the phone number that you wrote into the listing is shown to people who are signed in only. Choose a point that is not your front door: a metro station, a school gate, a shop you both know.',
        ],
      },
      {
        id: 'booked',
        heading: 'When somebody books',
        body: [
          'The listing says Booked, and nobody else can book it. An unpaid booking holds it for 24 hours, then it is free again by itself. When the buyer has paid by card, the listing says SOLD and stays so.',
          'Sold it to a neighbour meanwhile? Press UNSOLD in My product to mark it SOLD. An unpaid booking ends with that. Until it was paid for here, you can take it back.',
          'You can delete what nobody has paid for. What was paid for stays on record.',
        ],
      },
      {
        id: 'tick',
        heading: 'The tick',
        body: [
          'A tick beside a name means that an admin of {product} has checked this seller. You cannot buy it and you need not ask for it. Without it you can sell all the same.',
        ],
      },
      {
        id: 'money',
        heading: 'Your money',
        body: [
          '{product} takes no fee for listing, and none for selling.',
          'This version records a card payment but does not yet pass it on by itself: paying out to sellers is not built. Whoever opens a store with it must say on this page how and when sellers are paid, before the first real sale.',
        ],
      },
    ],
  },
  bn: {
    title: 'বিক্রি',
    lead: 'আপনার সন্তানের যা ছোট হয়ে গেছে, আরেকটি শিশু ঠিক সেটির অপেক্ষায়। তালিকায় তুলতে মিনিট পাঁচেক লাগে, কোনো খরচ নেই।',
    sections: [
      {
        id: 'begin',
        heading: 'শুরু করবেন যেভাবে',
        body: [
          '[নিবন্ধন করুন](/signup?as=seller), ধরন হিসেবে বিক্রেতা বেছে নিন। এরপর ড্যাশবোর্ডে [পণ্য যোগ করার পাতা](/dashboard/addproduct) খুলে চারটি ছোট অংশ পূরণ করুন: ছবি, জিনিসটি কী, কেমন আছে, দাম আর কোথা থেকে নেওয়া যাবে।',
          'জমা দিলেই সবাই দেখতে পাবেন। আপনার তোলা সব জিনিস থাকবে [আমার পণ্য](/dashboard/myproduct) পাতায়।',
        ],
      },
      {
        id: 'photos',
        heading: 'ছবি',
        body: [
          'ফোনে তুলুন, অথবা ফোন থেকে বেছে নিন: একটি পণ্যে সর্বোচ্চ আটটি, JPEG, PNG, WebP বা AVIF, প্রতিটি ১০ এমবির মধ্যে। কোনটির পর কোনটি থাকবে আপনিই সাজাবেন; প্রথমটি তালিকায় দেখা যায়।',
          'পর্দায় যে মাপ লাগে সেই মাপে প্রতিটি ছবি নতুন করে তৈরি হয়। ক্যামেরা ছবির ভেতরে যা লিখে রাখে, যেমন কোথায় আর কখন তোলা, তা সাথে আসে না।',
          'অথবা কোনো ছবির লিংক দিন। জিনিসটি তালিকায় তোলার সময় আমরা ছবিটি একবার এনে নিই, এরপর এখান থেকেই দেখাই। যাঁরা আপনার পণ্য দেখেন, তাঁদের অন্য সাইটে যেতে হয় না।',
        ],
      },
      {
        id: 'honest',
        heading: 'প্রতিবেশীকে যেভাবে বলতেন',
        body: [
          {
            list: [
              'চমৎকার মানে: প্রায় নতুনের মতো, সব ঠিকঠাক কাজ করে।',
              'ভালো মানে: হালকা ব্যবহারের দাগ, সব কাজ করে।',
              'মোটামুটি মানে: ব্যবহারের স্পষ্ট দাগ বা ছোট ত্রুটি আছে, আর ছবিতে তা দেখা যায়।',
            ],
          },
          'মাপ, কত দিন ব্যবহার হয়েছে আর প্রতিটি খুঁত লিখে দিন। আঁচড়ের কথা যিনি আগেই জানেন, তিনি দরজায় এসে তা নিয়ে দরাদরি করেন না।',
          'ছবিতে কোনো শিশুকে দেখাবেন না, নিজের সন্তানকেও না।',
        ],
      },
      {
        id: 'price',
        heading: 'ন্যায্য দাম',
        body: [
          'দুটি দাম লিখবেন: নতুন কত ছিল আর এখন কত চান। ক্রেতা দুটোই দেখেন, কত বাঁচছে তাও। সঠিক দাম বলে কিছু নেই, তবে নতুন দামের তিন ভাগের এক ভাগ থেকে অর্ধেক হলে জিনিস কয়েক দিনেই চলে যায়।',
          'নতুন দামের চেয়ে বেশি চাইলে আমরা শুধু জিজ্ঞেস করি ঠিক আছে কি না। প্র্যামটা তো আপনার।',
        ],
      },
      {
        id: 'seen',
        heading: 'অন্যরা আপনার কী দেখেন',
        body: [
          'নামের প্রথম অংশ আর বড়জোর শেষ অংশের প্রথম অক্ষর, পুরো নাম কখনো নয়। প্রতিটি জিনিসের নিজের একটি পাতা আছে, ঠিকানা জানলে যে কেউ খুলতে ও শেয়ার করতে পারেন; সেখানে পিকআপের জায়গাও থাকে। আপনার লেখা ফোন নম্বর দেখেন শুধু যাঁরা লগইন করেছেন। নিজের দরজা না দিয়ে এমন জায়গা দিন যা দুজনেই চেনেন: মেট্রো স্টেশন, স্কুলের গেট, মোড়ের দোকান।',
        ],
      },
      {
        id: 'booked',
        heading: 'কেউ বুক করলে',
        body: [
          'পণ্যে লেখা ওঠে যে বুক হয়েছে, আর কেউ বুক করতে পারেন না। টাকা না দিলে বুকিং ২৪ ঘণ্টা থাকে, তারপর নিজে থেকেই ছেড়ে যায়। ক্রেতা কার্ডে পরিশোধ করলে পণ্যটি বিক্রীত হয়ে যায়, আর তা-ই থাকে।',
          'এর মধ্যে পাশের বাড়িতে বিক্রি হয়ে গেছে? আমার পণ্য পাতায় অবিক্রীত লেখা বোতামে চাপ দিয়ে বিক্রীত করে দিন। টাকা না দেওয়া বুকিং তখন শেষ হয়ে যাবে। এখানে কেউ পরিশোধ না করা পর্যন্ত ফিরিয়েও আনতে পারবেন।',
          'যার দাম কেউ দেননি তা মুছে ফেলা যায়। যার দাম দেওয়া হয়েছে তার হিসাব থেকে যায়।',
        ],
      },
      {
        id: 'tick',
        heading: 'টিক চিহ্ন',
        body: [
          'নামের পাশে টিক মানে {product}-এর একজন অ্যাডমিন এই বিক্রেতাকে যাচাই করেছেন। এটি কেনা যায় না, চাইতেও হয় না। টিক ছাড়াও বিক্রি করতে পারবেন।',
        ],
      },
      {
        id: 'money',
        heading: 'আপনার টাকা',
        body: [
          'তালিকায় তুলতে বা বিক্রি করতে {product} কোনো ফি নেয় না।',
          'এই সংস্করণ কার্ডের পরিশোধ লিখে রাখে, কিন্তু টাকাটা বিক্রেতার কাছে নিজে থেকে পাঠায় না: সেই অংশ এখনো তৈরি হয়নি। যিনি এটি দিয়ে দোকান খুলবেন, প্রথম আসল বিক্রির আগেই তাঁকে এই পাতায় জানাতে হবে বিক্রেতারা কীভাবে, কবে টাকা পাবেন।',
        ],
      },
    ],
  },
};
