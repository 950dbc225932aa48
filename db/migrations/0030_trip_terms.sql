ALTER TABLE `users` ADD `trip_terms_version` text;--> statement-breakpoint
ALTER TABLE `users` ADD `trip_terms_agreed_at` integer;