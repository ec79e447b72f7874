export interface SeededPerson {
  id: string;
  name: string;
  phone: string;
  location: string;
}

export interface SeededProduct {
  id: string;
  seller_id: string;
  name: string;
  image: string;
  price_poisha: number;
  status: string;
  advertised: boolean;
}
