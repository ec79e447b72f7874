/** The demo's categories in the order of the quilt on the home page; wide patches are the first and the sixth. */
export const CATEGORIES = [
  { name: 'Nursery and sleep', photo: '/art/cut-cot.svg', tone: 'lilac' },
  { name: 'Prams', photo: '/art/cut-pram.svg', tone: 'mint' },
  { name: 'Shoes', photo: '/art/cut-shoes.svg', tone: 'peach' },
  { name: 'Books', photo: '/art/cut-books.svg', tone: 'sky' },
  { name: 'Clothes', photo: '/art/cut-frock.svg', tone: 'blush' },
  { name: 'Toys and play', photo: '/art/cut-rings.svg', tone: 'butter' },
  { name: 'Outdoor', photo: '/art/cut-bike.svg', tone: 'mint' },
  { name: 'Feeding', photo: '/art/cut-chair.svg', tone: 'blush' },
  { name: 'School', photo: '/art/cut-bag.svg', tone: 'lilac' },
  { name: 'Newborn', photo: '/art/cut-romper.svg', tone: 'sky' },
];
