/** A kind of product: its relative frequency, and its usual price when new, in Tk. */
export interface ProductKind {
  category: string;
  /** As sellers write it: English, Bangla, or Bangla in Latin letters. */
  names: string[];
  weight: number;
  price: number;
}

export const PRODUCT_KINDS: ProductKind[] = [
  { category: 'Clothes', names: ['Cotton frock', 'Baby frock', 'সুতি ফ্রক', 'Frok, suti'], weight: 14, price: 900 },
  { category: 'Clothes', names: ['Panjabi for Eid', 'ঈদের পাঞ্জাবি', 'Panjabi set'], weight: 9, price: 1200 },
  { category: 'Clothes', names: ['Winter jacket', 'শীতের জ্যাকেট', 'Hooded jacket'], weight: 8, price: 1800 },
  { category: 'Clothes', names: ['School jumper', 'Woollen sweater', 'উলের সোয়েটার'], weight: 5, price: 1100 },
  { category: 'Newborn', names: ['Romper set', 'Newborn romper', 'নবজাতকের রম্পার'], weight: 8, price: 700 },
  { category: 'Newborn', names: ['Kantha, hand-stitched', 'নকশি কাঁথা', 'Nakshi kantha'], weight: 6, price: 900 },
  { category: 'Newborn', names: ['Baby carrier', 'বেবি ক্যারিয়ার'], weight: 4, price: 2800 },
  { category: 'Toys and play', names: ['Building blocks', 'Wooden blocks', 'কাঠের ব্লক'], weight: 9, price: 1400 },
  { category: 'Toys and play', names: ['Soft teddy', 'Teddy bear', 'টেডি ভালুক'], weight: 7, price: 1500 },
  { category: 'Toys and play', names: ['Remote control car', 'Toy car', 'খেলনা গাড়ি'], weight: 7, price: 1900 },
  { category: 'Toys and play', names: ['Doll with clothes', 'পুতুল', 'Putul'], weight: 6, price: 800 },
  { category: 'Books', names: ['Story books, box of ten', 'গল্পের বই', 'Golper boi'], weight: 9, price: 1200 },
  { category: 'Books', names: ['Picture dictionary', 'ছবির অভিধান'], weight: 4, price: 600 },
  { category: 'Books', names: ['Thakurmar Jhuli', 'ঠাকুরমার ঝুলি'], weight: 4, price: 350 },
  { category: 'Shoes', names: ['First walking shoes', 'Baby shoes', 'বাচ্চার জুতা', 'Juta'], weight: 9, price: 1300 },
  { category: 'Shoes', names: ['Sandals', 'স্যান্ডেল'], weight: 6, price: 800 },
  { category: 'Shoes', names: ['Football boots', 'ফুটবল বুট'], weight: 3, price: 2200 },
  { category: 'Feeding', names: ['High chair', 'Feeding chair', 'হাই চেয়ার'], weight: 6, price: 6500 },
  { category: 'Feeding', names: ['Breast pump', 'Steriliser', 'স্টেরিলাইজার'], weight: 5, price: 5200 },
  { category: 'Feeding', names: ['Bottle set', 'ফিডার সেট', 'Feeder bottle'], weight: 5, price: 900 },
  { category: 'Nursery and sleep', names: ['Wooden cot', 'Baby cot', 'বাচ্চার খাট', 'Khat'], weight: 6, price: 14000 },
  { category: 'Nursery and sleep', names: ['Cradle', 'দোলনা', 'Dolna'], weight: 5, price: 5500 },
  { category: 'Nursery and sleep', names: ['Mosquito net', 'মশারি', 'Moshari'], weight: 5, price: 700 },
  { category: 'Nursery and sleep', names: ['Mattress and pillow', 'তোশক ও বালিশ'], weight: 3, price: 2400 },
  { category: 'Prams', names: ['Pram', 'Stroller', 'স্ট্রলার', 'প্র্যাম'], weight: 7, price: 13000 },
  { category: 'Prams', names: ['Walker', 'Baby walker', 'ওয়াকার'], weight: 5, price: 3200 },
  { category: 'Prams', names: ['Car seat', 'কার সিট'], weight: 2, price: 11000 },
  { category: 'Outdoor', names: ['Bicycle, 16 inch', 'Cycle', 'বাইসাইকেল', 'সাইকেল'], weight: 6, price: 8500 },
  { category: 'Outdoor', names: ['Cricket bat', 'ক্রিকেট ব্যাট'], weight: 5, price: 1600 },
  { category: 'Outdoor', names: ['Scooter', 'স্কুটার'], weight: 3, price: 3800 },
  { category: 'School', names: ['School bag', 'স্কুল ব্যাগ', 'Bag'], weight: 8, price: 1500 },
  { category: 'School', names: ['Study table', 'পড়ার টেবিল', 'Porar table'], weight: 4, price: 5500 },
  { category: 'School', names: ['Geometry box', 'জ্যামিতি বক্স'], weight: 3, price: 450 },
];

export const NAME_SUFFIXES = [
  'blue',
  'red',
  'mint green',
  'yellow',
  'as new',
  'hardly used',
  'age 2',
  'age 3 to 4',
  'age 5',
  'large',
  'small',
  'with box',
  'নীল',
  'লাল',
  'প্রায় নতুন',
  'imported',
  'foldable',
  'washed',
  'size 6',
  'twin pack',
];

export const DESCRIPTIONS = [
  'Our daughter has outgrown it. Washed and kept in a dry cupboard.',
  'Used for one season, then the next size was needed. Small mark on one side, shown in the photo.',
  'A gift from abroad that we had twice. Works as on the first day.',
  'আমাদের ছেলে বড় হয়ে গেছে। ধোয়া ও যত্নে রাখা।',
  'Both of our children used it. Some scratches, nothing loose. Come and see it any evening after six.',
  'অল্প ব্যবহার হয়েছে, কোনো দাগ নেই। বিকালে এসে দেখে নিতে পারেন।',
  'Moving to a smaller flat, so it has to go. The manual is there, and the box.',
  '',
];

/** Pick-up points; the first ones are the most frequent. */
export const LOCATIONS = [
  'Mirpur 10, Dhaka',
  'Uttara Sector 7, Dhaka',
  'Dhanmondi, Dhaka',
  'Mohammadpur, Dhaka',
  'Bashundhara R/A, Dhaka',
  'Khilgaon, Dhaka',
  'Banani, Dhaka',
  'Gulshan 1, Dhaka',
  'Badda, Dhaka',
  'Agrabad, Chattogram',
  'Nasirabad, Chattogram',
  'Zindabazar, Sylhet',
  'Savar, Dhaka',
  'Khulshi, Chattogram',
  'Tongi, Gazipur',
  'Rajshahi University, Rajshahi',
  'Sonadanga, Khulna',
  'বাসাবো, ঢাকা',
  'Narayanganj Sadar, Narayanganj',
  'Cumilla Sadar, Cumilla',
];
