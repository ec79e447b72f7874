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
      'Every JavaScript object keeps a quiet link to another object, its prototype. Ask for a property it lacks, and the engine follows the link, then that object’s link, until it finds the property or reaches null. Methods can therefore live once on the prototype and serve every object below it. `class` is a tidier way to write the same thing. Writing a property never climbs the chain: it lands on the object itself and hides the one above.',
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
    question: 'ফ্রন্টএন্ডে স্টেট কীভাবে সামলানো যায়?',
    answer:
      'আগে দেখুন আসল তথ্যটি কার। সার্ভারের তথ্য থাকবে লোডার বা ক্যাশে। ফিল্টার আর পাতা থাকবে ঠিকানায়, যাতে লিংক ও ব্যাক কাজ করে। একটি কম্পোনেন্টের জিনিস তার ভেতরেই থাকুক, কয়েকজনের হলে কাছের অভিভাবকে। বাকিটুকু, যেমন কে লগইন করা বা থিম, শুধু সেটিই সবার জন্য রাখা দরকার।',
  },
  {
    id: 'prototypes',
    question: 'প্রোটোটাইপ উত্তরাধিকার কীভাবে কাজ করে?',
    answer:
      'জাভাস্ক্রিপ্টের প্রতিটি অবজেক্টের সাথে আরেকটি অবজেক্টের সংযোগ থাকে, সেটিই প্রোটোটাইপ। কোনো গুণ নিজের কাছে না থাকলে ইঞ্জিন সেই সংযোগ ধরে ওপরে খোঁজে, null পর্যন্ত। তাই মেথড একবার লিখলেই নিচের সবাই পায়। class আসলে একই জিনিসের পরিপাটি রূপ। তবে লেখা কখনো ওপরে ওঠে না, নিজের গায়েই বসে।',
  },
  {
    id: 'unit-tests',
    question: 'ইউনিট টেস্ট কী, কেন লিখব?',
    answer:
      'ছোট এক টুকরো কোড আলাদা করে চালিয়ে ফল মেলানোই ইউনিট টেস্ট। দ্রুত চলে, তাই বারবার চালানো যায়। ভাঙলে ঠিক কোথায় ভাঙল বোঝা যায়। আপনি কী চেয়েছিলেন তাও লেখা থাকে। দরকারি আচরণ, সীমা আর ব্যর্থতা পরখ করুন।',
  },
  {
    id: 'frameworks',
    question: 'রিঅ্যাক্ট, ভিউ নাকি অ্যাঙ্গুলার?',
    answer:
      'রিঅ্যাক্টের মূলটা ছোট, বাকিটা নিজে বাছতে হয়। ভিউতে বাক্সেই অনেক কিছু, টেমপ্লেট সহজ। অ্যাঙ্গুলার পুরো একটি সেট, নিয়ম কড়া, বড় দলের জন্য ভালো। তিনটিই যথেষ্ট দ্রুত। কারা রক্ষণাবেক্ষণ করবেন আর কী লাইব্রেরি লাগবে, সেটি দেখে বাছুন।',
  },
];

export const blog = { en, bn };
