import type { ProsePage } from '../prose.ts';

export const cookies: ProsePage = {
  tone: 'butter',
  art: '/art/cut-rings.svg',
  draft: true,
  en: {
    title: 'Cookie policy',
    lead: 'What {product} keeps in your browser: only what it needs to work. That is why no banner asks you about it.',
    sections: [
      {
        id: 'cookies',
        heading: 'Cookies',
        body: [
          {
            list: [
              'better-auth.session_token: keeps you logged in for 30 days, counted anew as long as you come back. No script can read it. It goes when you sign out.',
              'device: that this browser logged in to your account before, so that somebody who guesses at your password elsewhere does not lock you out. It holds no name and no e-mail address, and no script can read it. 400 days from your last login.',
              'better-auth.state and better-auth.oauth_popup: while you sign in with Google, so that nobody else can end what you began. Ten minutes at most.',
              'lang: the language you chose. One year.',
              'theme: light or dark, if you chose one. One year.',
              'own: that you have just changed something here, so that you see it at once. Fifteen seconds, and only where the store runs on several machines.',
            ],
          },
          'On a secure address __Secure- stands before the names that begin with better-auth, and before device. They are set when you log in, the others when you choose or change something.',
        ],
      },
      {
        id: 'storage',
        heading: 'Local and session storage',
        body: [
          {
            list: [
              'accessToken: proves to the store who is asking. Good for 15 minutes, renewed while you are here, removed when you sign out.',
              'draft. and a number: the listing you are writing, so that it is not lost. It goes when you list it.',
              'booking: and a number: the phone number and pick-up point of your last booking, so that you need not type them twice. It stays on this device after you sign out; clearing the site’s data in your browser removes it.',
              'react-router-scroll-positions, in the session storage: how far down you were on each page, so that Back finds the place. It goes when you close the tab.',
            ],
          },
        ],
      },
      {
        id: 'others',
        heading: 'Other parties',
        body: [
          'No analytics, no advertising, no social buttons, so no cookies of theirs.',
          'The payment page loads the script of the card provider. A real provider may set cookies of its own there, to recognise fraud. In the demo the provider is a stand-in of ours and sets none; the stand-in for Google sets some of its own while you sign in there, for an hour at most.',
          'A picture that a seller links from another site is fetched by us, once, and shown from here. Your browser asks that site for nothing.',
        ],
      },
      {
        id: 'off',
        heading: 'Saying no',
        body: [
          'Your browser can refuse and delete all of this. Without cookies you can look at the home page and read, but not log in.',
        ],
      },
    ],
  },
  bn: {
    title: 'কুকি নীতি',
    lead: '{product} আপনার ব্রাউজারে যা রাখে: কাজ করার জন্য যতটুকু লাগে, ততটুকুই। তাই কোনো ব্যানার এসে আপনাকে জিজ্ঞেস করে না।',
    sections: [
      {
        id: 'cookies',
        heading: 'কুকি',
        body: [
          {
            list: [
              'better-auth.session_token: ৩০ দিন আপনাকে লগইন রাখে; ফিরে এলে দিনগুলো আবার গোড়া থেকে গোনা হয়। কোনো স্ক্রিপ্ট এটি পড়তে পারে না। সাইন আউট করলে চলে যায়।',
              'device: এই ব্রাউজার থেকে আপনি আগে লগইন করেছেন, যেন অন্য কোথাও কেউ আপনার পাসওয়ার্ড অনুমান করতে থাকলেও আপনি আটকে না যান। এতে নাম বা ইমেইল থাকে না, কোনো স্ক্রিপ্টও এটি পড়তে পারে না। শেষ লগইন থেকে ৪০০ দিন।',
              'better-auth.state ও better-auth.oauth_popup: গুগল দিয়ে সাইন ইন করার সময়, যেন আপনি যা শুরু করেছেন তা আর কেউ শেষ করতে না পারেন। বড়জোর দশ মিনিট।',
              'lang: আপনার বাছাই করা ভাষা। এক বছর।',
              'theme: আলো না অন্ধকার, যদি বেছে থাকেন। এক বছর।',
              'own: এইমাত্র আপনি এখানে কিছু বদলেছেন, যেন বদলটা সঙ্গে সঙ্গে দেখতে পান। পনেরো সেকেন্ড, আর দোকান একাধিক মেশিনে চললে তবেই।',
            ],
          },
          'নিরাপদ ঠিকানায় better-auth দিয়ে শুরু নামগুলোর আগে আর device-এর আগে __Secure- বসে। সেগুলো বসে লগইন করলে, বাকিগুলো কিছু বেছে নিলে বা বদলালে।',
        ],
      },
      {
        id: 'storage',
        heading: 'লোকাল ও সেশন স্টোরেজ',
        body: [
          {
            list: [
              'accessToken: কে চাইছেন তা দোকানকে জানায়। মেয়াদ ১৫ মিনিট, যতক্ষণ আছেন নবায়ন হয়, সাইন আউট করলে মুছে যায়।',
              'draft. ও একটি নম্বর: যে পণ্যের বিবরণ লিখছেন তার খসড়া, যেন হারিয়ে না যায়। তালিকায় তুললে মুছে যায়।',
              'booking: ও একটি নম্বর: শেষ বুকিংয়ের ফোন নম্বর আর পিকআপের জায়গা, যেন দুবার লিখতে না হয়। সাইন আউট করার পরও এই ডিভাইসে থাকে; ব্রাউজারে সাইটের তথ্য মুছলে চলে যায়।',
              'react-router-scroll-positions, সেশন স্টোরেজে: কোন পাতায় কত নিচে ছিলেন, যেন ব্যাক করলে সেখানেই ফেরেন। ট্যাব বন্ধ করলে চলে যায়।',
            ],
          },
        ],
      },
      {
        id: 'others',
        heading: 'অন্যদের কুকি',
        body: [
          'পরিসংখ্যান, বিজ্ঞাপন বা সোশ্যাল বোতাম নেই, তাই তাদের কুকিও নেই।',
          'পরিশোধের পাতায় কার্ড প্রতিষ্ঠানের স্ক্রিপ্ট চলে। আসল প্রতিষ্ঠান প্রতারণা ধরতে সেখানে নিজের কুকি বসাতে পারে। ডেমোতে প্রতিষ্ঠানটির জায়গায় আমাদের নিজেদের একটি বিকল্প আছে, সেটি কুকি বসায় না; গুগলের বিকল্পটি সাইন ইনের সময় নিজের কয়েকটি বসায়, বড়জোর এক ঘণ্টার জন্য।',
          'বিক্রেতা অন্য সাইটে থাকা ছবির লিংক দিলে আমরা ছবিটি একবার এনে এখান থেকে দেখাই। আপনার ব্রাউজার সেই সাইটের কাছে কিছুই চায় না।',
        ],
      },
      {
        id: 'off',
        heading: 'না বলতে চাইলে',
        body: ['ব্রাউজার থেকে এর সবই বন্ধ করা বা মুছে ফেলা যায়। কুকি ছাড়া হোম পাতা দেখা আর লেখা পড়া যাবে, লগইন করা যাবে না।'],
      },
    ],
  },
};
