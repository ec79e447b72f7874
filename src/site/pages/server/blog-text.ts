export interface Answer {
  /** The anchor; the same in both languages. */
  id: string;
  question: string;
  answer: string;
}

const en: Answer[] = [
  {
    id: 'state',
    question: 'What are the ways to manage state in a frontend framework?',
    answer:
      'Start with where the truth lives. Data from the server belongs in a request cache or a loader, because the server owns it. Filters, tabs and pages belong in the address, so links and Back work. What one component needs stays inside it. What a few relatives need goes to their nearest parent. Only what is left, such as the signed-in person or the theme, deserves a shared store or context. Most apps need far less of the last than they think.',
  },
  {
    id: 'prototypes',
    question: 'How does prototypal inheritance work?',
    answer:
      'Every JavaScript object keeps a quiet link to another object, its prototype. Ask for a property it lacks, and the engine follows the link, then that object’s link, until it finds the property or reaches null. Methods can therefore live once on the prototype and serve every object below it. `class` is a tidier way to set up the same links. Reading climbs the chain, writing as a rule does not: an assignment lands on the object itself and hides the property above, unless the chain holds a setter or a read-only property of that name.',
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why write one?',
    answer:
      'A unit test runs one small piece of code alone and checks its answer. It is fast, so you run it often; it is narrow, so a red test points at the broken line. It also writes down what you meant, which helps the next person more than a comment. Test behaviour that matters, the edges and the failures, and let larger tests check that the pieces fit.',
  },
  {
    id: 'frameworks',
    question: 'React, Vue or Angular?',
    answer:
      'React is a small core with a large choice around it: you pick routing, forms and data. Vue gives more in the box with gentle templates and fine-grained reactivity. Angular is a full kit with strong opinions, typed from end to end, good for big teams that want one way. All three are fast enough. Choose by the people who will maintain it, the libraries you need, and how much you want decided for you.',
  },
];

const bn: Answer[] = [
  {
    id: 'state',
    question: 'ফ্রন্টএন্ড ফ্রেমওয়ার্কে স্টেট কীভাবে সামলানো যায়?',
    answer:
      'আগে দেখুন আসল তথ্যটি কোথায় থাকে। সার্ভারের তথ্যের মালিক সার্ভার, তাই তা থাকবে লোডারে বা ক্যাশে। ফিল্টার, ট্যাব আর পাতার নম্বর থাকবে ঠিকানায়, যাতে লিংক আর ব্যাক বোতাম কাজ করে। একটি কম্পোনেন্টের যা লাগে তা তার ভেতরেই থাকুক, কাছাকাছি কয়েকটির লাগলে তাদের সবচেয়ে কাছের প্যারেন্টে। এর পরেও যা থাকে, যেমন কে লগইন করেছেন বা থিম, শুধু তার জন্যই সবার স্টোর বা কনটেক্সট দরকার। বেশির ভাগ অ্যাপে তা যত ভাবা হয়, তার চেয়ে অনেক কম।',
  },
  {
    id: 'prototypes',
    question: 'প্রোটোটাইপের মাধ্যমে উত্তরাধিকার কীভাবে কাজ করে?',
    answer:
      'জাভাস্ক্রিপ্টের প্রতিটি অবজেক্টের নীরবে আরেকটি অবজেক্টের সাথে সংযোগ থাকে, সেটিই তার প্রোটোটাইপ। যে প্রপার্টি নিজের কাছে নেই তা চাইলে ইঞ্জিন সেই সংযোগ ধরে খোঁজে, তারপর তার সংযোগ ধরে, যতক্ষণ না প্রপার্টিটি পায় বা `null`-এ পৌঁছায়। তাই মেথড প্রোটোটাইপে একবার লিখলেই নিচের সব অবজেক্ট পায়। `class` এই সংযোগগুলোই গুছিয়ে লেখার উপায়। পড়ার সময় ইঞ্জিন ওপরে ওঠে, লেখার সময় সাধারণত নয়: মান বসে অবজেক্টটিতেই, আর ওপরের প্রপার্টিটি আড়ালে পড়ে; যদি না ওপরে ওই নামে সেটার বা শুধু-পড়ার প্রপার্টি থাকে।',
  },
  {
    id: 'unit-tests',
    question: 'ইউনিট টেস্ট কী, কেন লিখব?',
    answer:
      'ছোট এক টুকরো কোড আলাদা করে চালিয়ে ফল মিলিয়ে দেখাই ইউনিট টেস্ট। এটি দ্রুত চলে, তাই বারবার চালানো যায়। এর পরিধি ছোট, তাই টেস্ট লাল হলে বোঝা যায় ঠিক কোথায় ভেঙেছে। আপনি কী চেয়েছিলেন তাও এতে লেখা থাকে, পরের জনের কাছে যা মন্তব্যের চেয়ে বেশি কাজের। যে আচরণ জরুরি, তার কিনারা আর ব্যর্থতাগুলো পরখ করুন; টুকরোগুলো মিলে ঠিক চলে কি না, তা দেখুক বড় টেস্ট।',
  },
  {
    id: 'frameworks',
    question: 'রিঅ্যাক্ট, ভিউ নাকি অ্যাঙ্গুলার?',
    answer:
      'রিঅ্যাক্টের মূলটা ছোট, চারপাশে বেছে নেওয়ার অনেক কিছু: রাউটিং, ফর্ম, ডেটা নিজে ঠিক করতে হয়। ভিউ বাক্সেই বেশি দেয়, টেমপ্লেট সহজ, কোন মানটি বদলাল তা ধরে ধরে পর্দা হালনাগাদ করে। অ্যাঙ্গুলার পুরো একটি সেট, কী কীভাবে করতে হবে বলে দেয়, আগাগোড়া টাইপ করা; যে বড় দল এক নিয়মে চলতে চায় তার জন্য ভালো। তিনটিই যথেষ্ট দ্রুত। কারা দেখাশোনা করবেন, কোন লাইব্রেরি লাগবে, আর কতটা সিদ্ধান্ত আগে থেকে নেওয়া চান, তা দেখে বাছুন।',
  },
];

export const blog = { en, bn };
