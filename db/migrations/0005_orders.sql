CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`payment` text NOT NULL,
	`base_amount` integer NOT NULL,
	`payment_attempt` integer DEFAULT 1 NOT NULL,
	`intent_id` text,
	`user_name` text NOT NULL,
	`tel` text NOT NULL,
	`is_help` integer NOT NULL,
	`est_box_num` integer NOT NULL,
	`from_address` text NOT NULL,
	`from_zip` text NOT NULL,
	`to_address` text NOT NULL,
	`to_zip` text NOT NULL,
	`from_place` text NOT NULL,
	`to_place` text NOT NULL,
	`send_date` text NOT NULL,
	`send_daytime` integer NOT NULL,
	`ship_company` text,
	`is_buy_box` integer,
	`buy_box_num` integer,
	`box_date` text,
	`is_box_daytime` integer,
	`is_entrust_friend` integer,
	`fri_tel` text,
	`public_text` text NOT NULL,
	`own_text` text NOT NULL,
	`created_at` integer NOT NULL,
	`pay_before` integer NOT NULL,
	`due_since_at` integer,
	`due_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_attempt` ON `orders` (`user_id`,`attempt_id`);--> statement-breakpoint
CREATE INDEX `orders_list` ON `orders` (`kind`,`send_date`,`id`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (`due_at`);--> statement-breakpoint
CREATE TABLE `postage_prices` (
	`id` text PRIMARY KEY NOT NULL,
	`grams` integer NOT NULL,
	`sf_express` integer,
	`hk_post_air` integer,
	`hk_post_sea` integer,
	`royal_mail` integer,
	`taiwan_price` integer,
	`macau_price` integer,
	`ups_usa` integer,
	`bpost_usa` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `postage_prices_grams` ON `postage_prices` (`grams`);